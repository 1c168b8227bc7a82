internal import Journal
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import WebServer

/// To which circles a note is shown, and what is said of it, on its page for the owner, who changes the one and removes
/// the other: each comment is a note of its own.
enum NoteSharing {
  static func values(
    of note: NoteDocument, id: NoteID, _ incoming: PageRequest
  ) async throws -> [String: TemplateValue] {
    let (site, snapshot, source) = (incoming.site, incoming.snapshot, incoming.source)
    let (circles, comments) = try await site.circleReads.run {
      (
        site.circleViews(of: snapshot, source).circles.circles,
        site.commentBook(of: snapshot, source).comments(on: id)
      )
    }
    return comment(comments, incoming).merging(
      ["circles": .list(incoming.isWritable ? actions(circles, note, id, incoming) : [])]) { $1 }
  }

  private static func actions(
    _ circles: [Circle], _ note: NoteDocument, _ id: NoteID, _ incoming: PageRequest
  ) -> [TemplateView] {
    let names = note.names(of: .circles)
    return circles.map { circle in
      let isShown = names.contains { circle.isCalled($0) }
      let href = incoming.addresses.note(id)
      let segment = NoteAddress.segment(of: circle.id)
      return [
        "action": .text("\(href)/\(isShown ? "unshare" : "share")/\(segment)"),
        "label": .text(isShown ? PageWords.unshare(circle.title) : PageWords.share(circle.title)),
      ]
    }
  }

  private static func comment(
    _ comments: [Comment], _ incoming: PageRequest
  ) -> [String: TemplateValue] {
    let thread = CommentThread(comments)
    let reactions = thread.reactions.map { "\($0.emoji) \($0.count)" }
    return [
      "hasComments": .flag(!thread.isEmpty),
      "reactions": reactions.isEmpty ? .none : .text(reactions.joined(separator: "  ")),
      "comments": .list(
        thread.comments.map { comment in
          let href = incoming.addresses.note(comment.id)
          return [
            "text": .text(comment.text), "author": .text(comment.author ?? PageWords.owner),
            "when": .text(DateWords.moment(comment.created)), "href": .text(href),
            "removeAction": incoming.isWritable ? .text("\(href)/trash") : .none,
          ]
        }),
    ]
  }

  // MARK: - Changes

  static func share(_ incoming: PageRequest) async throws -> Reply {
    let circle = try await circle(incoming)
    return try await ActionRoutes.edit(incoming, done: "given") { try $0.sharing(with: circle) }
  }

  static func unshare(_ incoming: PageRequest) async throws -> Reply {
    let circle = try await circle(incoming)
    return try await ActionRoutes.edit(incoming, done: "taken") { try $0.unsharing(with: circle) }
  }

  /// The circle that the address names behind the note.
  private static func circle(_ incoming: PageRequest) async throws -> Circle {
    let (site, snapshot, source) = (incoming.site, incoming.snapshot, incoming.source)
    let circles = try await site.circleReads.run {
      site.circleViews(of: snapshot, source).circles.circles
    }
    let id = incoming.parameters.last.flatMap(NoteAddress.id)
    guard let circle = circles.first(where: { $0.id.text == id }) else { throw PageProblem.isGone }
    return circle
  }
}
