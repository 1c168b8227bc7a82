internal import Journal
internal import Rendering
internal import SystemCalls
internal import VaultFormat

/// What is said of a note, on its page for the owner, who can remove it: each comment is a note of its own.
enum NoteComments {
  static func values(
    of id: NoteID, _ incoming: PageRequest
  ) async throws -> [String: TemplateValue] {
    let (site, snapshot, source) = (incoming.site, incoming.snapshot, incoming.source)
    let comments = try await site.circleReads.run {
      site.commentBook(of: snapshot, source).comments(on: id)
    }
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
}
