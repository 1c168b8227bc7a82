internal import HTTPTypes
internal import Journal
internal import Operations
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import WebServer

/// What is said of a note, on its page for the owner, who says something too: forms that need no script.
///
/// An owner removes any comment, as every note, and changes the own ones: those of nobody by name, and of the name that
/// the user's settings give.
enum NoteComments {
  /// A text that was not taken, and why.
  typealias Written = (text: String, problem: String)

  // MARK: - On the page of the note

  static func values(
    of note: NoteDocument, id: NoteID, _ incoming: PageRequest, _ written: Written?
  ) async throws -> [String: TemplateValue] {
    let comments = try await book(incoming).comments(on: id)
    let thread = CommentThread(comments)
    let mayWrite = incoming.isWritable && PageKind(of: note) != .comment
    guard mayWrite || !thread.isEmpty else { return ["talk": .none] }
    let href = incoming.addresses.note(id)
    let given = Set(comments.filter { $0.isReaction && incoming.isOwn($0) }.map(\.text))
    let talk: TemplateView = [
      "reactAction": mayWrite ? .text("\(href)/react") : .none,
      "signs": .list(CommentText.views(of: thread, mayWrite: mayWrite, isGiven: given.contains)),
      "remarks": .list(thread.comments.map { remark($0, incoming) }),
      "writeAction": mayWrite ? .text("\(href)/comment") : .none,
      "written": .text(written?.text ?? ""), "error": .optional(written?.problem),
      "limit": "\(CommentText.limit)",
      "readers": .text(PageWords.readers(note.names(of: .circles))),
    ]
    return ["talk": .view(talk)]
  }

  private static func remark(_ comment: Comment, _ incoming: PageRequest) -> TemplateView {
    let href = incoming.addresses.note(comment.id)
    let mayChange = incoming.isWritable && incoming.isOwn(comment)
    return [
      "text": .text(comment.text), "author": .text(comment.author ?? PageWords.owner),
      "when": .text(DateWords.moment(comment.created)), "href": .text(href),
      "changeHref": mayChange ? .text("\(href)/words") : .none,
      "removeAction": incoming.isWritable ? .text("\(href)/trash") : .none,
    ]
  }

  private static func book(_ incoming: PageRequest) async throws -> CommentBook {
    let (site, snapshot, source) = (incoming.site, incoming.snapshot, incoming.source)
    return try await site.circleReads.run { site.commentBook(of: snapshot, source) }
  }

  static func comments(_ incoming: PageRequest) async throws -> Reply {
    reply(on: try NoteRoutes.find(incoming).id, done: nil, incoming)
  }

  // MARK: - Changes

  static func add(_ incoming: PageRequest) async throws -> Reply {
    let found = try NoteRoutes.find(incoming)
    let sent = incoming.form?["text"] ?? ""
    do {
      let text = try CommentText.stored(sent)
      let own = try await book(incoming).comments(on: found.id).last(where: incoming.isOwn)
      // A form that was sent twice is one comment.
      if own?.text != text { try await write(text, on: found, incoming) }
    } catch let error where !(error is IndexIsBehind) {
      return try await NoteRoutes.page(
        of: found, incoming, written: (sent, problem(error, incoming)))
    }
    return reply(on: found.id, done: "said", incoming)
  }

  /// A sign that was given before is taken back.
  static func react(_ incoming: PageRequest) async throws -> Reply {
    let found = try NoteRoutes.find(incoming)
    let comments = try await book(incoming).comments(on: found.id)
    guard let emoji = incoming.form?["emoji"],
      CommentText.signs(of: CommentThread(comments)).contains(emoji)
    else { throw PageProblem.isStale }
    let given = comments.filter { $0.isReaction && $0.text == emoji && incoming.isOwn($0) }
    if given.isEmpty {
      try await write(emoji, on: found, incoming)
    } else {
      try await incoming.write { writer in
        for comment in given { _ = try writer.remove(comment.path) }
      }
    }
    return reply(on: found.id, done: "saved", incoming)
  }

  private static func write(
    _ text: String, on found: NoteRoutes.Found, _ incoming: PageRequest
  ) async throws {
    let author = incoming.site.settings.author
    do {
      _ = try await incoming.write { writer in
        try incoming.onNote(at: found.path) {
          try writer.comment(Array(text.utf8), on: found.path, id: found.id, by: author)
        }
      }
    } catch is CommentOnComment {
      throw PageProblem.isStale
    }
  }

  static func form(_ incoming: PageRequest) async throws -> Reply {
    guard incoming.isWritable else { throw PageProblem.isReadOnly }
    let comment = try await own(incoming)
    return try form(comment, text: comment.text, incoming)
  }

  static func change(_ incoming: PageRequest) async throws -> Reply {
    let comment = try await own(incoming)
    let sent = incoming.form?["text"] ?? ""
    do {
      let text = try CommentText.stored(sent)
      try await incoming.write { try $0.reword(comment, text) }
    } catch let error where !(error is IndexIsBehind) {
      return try form(comment, text: sent, incoming, problem: problem(error, incoming))
    }
    return reply(on: comment.note, done: "saved", incoming)
  }

  private static func form(
    _ comment: Comment, text: String, _ incoming: PageRequest, problem: String? = nil
  ) throws -> Reply {
    var frame = PageFrame(incoming, title: PageWords.yourComment, styles: ["talk.css"])
    let note = incoming.addresses.note(comment.note) + "#comments"
    frame.parent = .link(note, "Comments")
    frame.values = [
      "heading": .text(PageWords.yourComment), "text": .text(text), "error": .optional(problem),
      "action": .text(incoming.addresses.note(comment.id) + "/words"),
      "limit": "\(CommentText.limit)",
      "noteHref": .text(note),
    ]
    return try frame.reply("comment", problem == nil ? .ok : .unprocessableContent)
  }

  // MARK: - Parts

  /// The comment that the address names.
  ///
  /// - Throws: as for a page that there is not, if it is somebody else's.
  private static func own(_ incoming: PageRequest) async throws -> Comment {
    let id = try NoteRoutes.find(incoming).id
    let comment = try await book(incoming).comments.first { $0.id == id }
    guard let comment, incoming.isOwn(comment) else { throw PageProblem.noSuchPage }
    return comment
  }

  private static func reply(on note: NoteID, done: String?, _ incoming: PageRequest) -> Reply {
    incoming.redirect("/n/\(NoteAddress.segment(of: note))", done: done, fragment: "#comments")
  }

  private static func problem(_ error: any Error, _ incoming: PageRequest) -> String {
    if let refusal = error as? CommentRefusal { return MemberWords(.english).text(refusal) }
    return PageProblem(error, changed: incoming.recorder?.changedBefore).text
  }
}

extension PageRequest {
  fileprivate func isOwn(_ comment: Comment) -> Bool {
    guard let author = comment.author else { return true }
    return site.settings.author.map { NameKey($0.utf8) == NameKey(author.utf8) } ?? false
  }
}
