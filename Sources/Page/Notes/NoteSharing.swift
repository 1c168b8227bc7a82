internal import Journal
internal import Rendering
internal import VaultFormat
internal import WebServer

/// To which circles a note is shown, on its page for the owner, who changes that there.
enum NoteSharing {
  static func values(
    of note: NoteDocument, id: NoteID, _ incoming: PageRequest
  ) async throws -> [String: TemplateValue] {
    let circles = incoming.isWritable ? try await incoming.circleViews.circles.circles : []
    let names = note.names(of: .circles)
    let actions = circles.map { circle -> TemplateView in
      let isShown = names.contains { circle.isCalled($0) }
      let href = incoming.addresses.note(id)
      let segment = NoteAddress.segment(of: circle.id)
      return [
        "action": .text("\(href)/\(isShown ? "unshare" : "share")/\(segment)"),
        "label": .text(isShown ? PageWords.unshare(circle.title) : PageWords.share(circle.title)),
      ]
    }
    return ["circles": .list(actions)]
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
    let circles = try await incoming.circleViews.circles.circles
    let id = incoming.parameters.last.flatMap(NoteAddress.id)
    guard let circle = circles.first(where: { $0.id.text == id }) else { throw PageProblem.isGone }
    return circle
  }
}
