internal import HTTPTypes
internal import Journal
internal import Rendering
internal import Sharing
internal import SystemCalls
internal import VaultFormat
internal import WebServer

/// What members say of a note: its forms, which need no script, and what is done with them.
///
/// A text that is not taken comes back in its form.
enum CommentForms {
  /// `POST /shared/n/{id}/comment`.
  static func add(_ incoming: MemberRequest) async throws -> Reply? {
    guard let note = incoming.note, incoming.mayComment(on: note) else { return nil }
    let sent = incoming.form["text"] ?? ""
    return try await reply(note, incoming) {
      let text = try CommentText.stored(sent)
      // A form that was sent twice is one comment.
      let isKnown = note.remarks.last { $0.author == incoming.member.id }?.comment.text == text
      if !isKnown { try await incoming.desk.add(text, to: note, by: incoming.member) }
    } refused: {
      try await MemberNotePage.page(note, incoming, written: (sent, $0))
    }
  }

  /// `POST /shared/n/{id}/react`: gives a sign, or takes it back.
  static func react(_ incoming: MemberRequest) async throws -> Reply? {
    guard let note = incoming.note, incoming.mayComment(on: note),
      let emoji = incoming.form["emoji"],
      CommentText.signs(of: note.thread).contains(emoji)
    else { return nil }
    return try await reply(note, incoming) {
      let given = note.reactions(emoji, by: incoming.member)
      if given.isEmpty {
        try await incoming.desk.add(emoji, to: note, by: incoming.member)
      } else {
        try await incoming.desk.remove(given, by: incoming.member)
      }
    } refused: {
      try await MemberNotePage.page(note, incoming, written: ("", $0))
    }
  }

  /// `GET` of an address that takes a form, which a page has too that says why nothing was taken.
  static func comments(_ incoming: MemberRequest) async throws -> Reply? {
    incoming.note.map {
      .redirect(.seeOther, to: incoming.addresses.comments(on: $0.shared.id))
    }
  }

  /// `GET /shared/n/{id}/comment/{comment}`: the form that changes a comment.
  static func edit(_ incoming: MemberRequest) async throws -> Reply? {
    guard let (note, remark) = incoming.ownRemark else { return nil }
    return try form(remark, on: note, incoming, text: remark.comment.text)
  }

  /// `POST /shared/n/{id}/comment/{comment}`.
  static func save(_ incoming: MemberRequest) async throws -> Reply? {
    guard let (note, remark) = incoming.ownRemark else { return nil }
    let sent = incoming.form["text"] ?? ""
    return try await reply(note, incoming) {
      let text = try CommentText.stored(sent)
      try await incoming.desk.change(remark, to: text, by: incoming.member)
    } refused: {
      try form(remark, on: note, incoming, text: sent, $0)
    }
  }

  /// `POST /shared/n/{id}/comment/{comment}/remove`.
  static func remove(_ incoming: MemberRequest) async throws -> Reply? {
    guard let (note, remark) = incoming.ownRemark else { return nil }
    return try await reply(note, incoming) {
      try await incoming.desk.remove([remark], by: incoming.member)
    } refused: {
      try form(remark, on: note, incoming, text: remark.comment.text, $0)
    }
  }

  /// Leads to what is said of a note, after a change of it.
  private static func reply(
    _ note: MemberNote, _ incoming: MemberRequest, _ change: () async throws -> Void,
    refused: (CommentRefusal) async throws -> Reply
  ) async throws -> Reply {
    do {
      guard incoming.form.hasToken(incoming.formToken) else { throw CommentRefusal.stale }
      try await change()
    } catch let refusal as CommentRefusal {
      return try await refused(refusal)
    }
    return .redirect(.seeOther, to: incoming.addresses.comments(on: note.shared.id))
  }

  private static func form(
    _ remark: MemberRemark, on note: MemberNote, _ incoming: MemberRequest, text: String,
    _ refusal: CommentRefusal? = nil
  ) throws -> Reply {
    let action = incoming.addresses.remark(remark.comment.id, on: note.shared.id)
    return try incoming.face.reply(
      "member-comment", title: incoming.words.yourComment,
      [
        "action": .text(action), "removeAction": .text(action + "/remove"),
        "token": .text(incoming.formToken), "text": .text(text),
        "limit": "\(CommentText.limit)",
        "error": .optional(refusal.map(incoming.words.text)),
        "backHref": .text(incoming.addresses.comments(on: note.shared.id)),
      ], status: refusal == nil ? .ok : .unprocessableContent)
  }

  // MARK: - Under a note

  /// The values of the part of `member-note.mustache` below the note.
  static func values(
    of note: MemberNote, _ incoming: MemberRequest,
    written: (text: String, refusal: CommentRefusal)?
  ) -> [String: TemplateValue] {
    let (thread, member, addresses) = (note.thread, incoming.member, incoming.addresses)
    let href = addresses.note(note.shared.id)
    let mayWrite = incoming.mayComment(on: note)
    let signs = CommentText.views(of: thread, mayWrite: mayWrite) {
      !note.reactions($0, by: member).isEmpty
    }
    let remarks = note.remarks.filter { !$0.comment.isReaction }
    return [
      "hasTalk": .flag(mayWrite || !thread.isEmpty),
      "token": .text(incoming.formToken),
      "reactAction": mayWrite ? .text("\(href)/react") : .none,
      "hasSigns": .flag(!signs.isEmpty), "signs": .list(signs),
      "hasRemarks": .flag(!remarks.isEmpty),
      "remarks": .list(
        remarks.map { remark in
          let comment = remark.comment
          let isOwn = mayWrite && remark.author == member.id
          return [
            "author": .text(comment.author ?? incoming.words.owner),
            "datetime": .text(comment.created.rfc3339),
            "when": .text(incoming.words.moment(comment.created, today: incoming.today)),
            "text": .text(comment.text),
            "editHref": isOwn ? .text(addresses.remark(comment.id, on: note.shared.id)) : .none,
          ]
        }),
      "writeAction": mayWrite ? .text("\(href)/comment") : .none,
      "text": .text(written?.text ?? ""),
      "limit": "\(CommentText.limit)",
      "error": .optional(written.map { incoming.words.text($0.refusal) }),
    ]
  }
}

extension MemberRequest {
  /// What the member has said of a note, as the address names it.
  fileprivate var ownRemark: (note: MemberNote, remark: MemberRemark)? {
    guard let note, mayComment(on: note), let id = parameters.last.flatMap(NoteAddress.id),
      let remark = note.remark(id, by: member)
    else { return nil }
    return (note, remark)
  }
}
