internal import SystemCalls
internal import VaultFormat
internal import WebServer

/// A request of a member, and all that its handler has: the view of the member, and no way to the vault behind it.
///
/// `media` hands out files of the view, and `desk` takes comments; neither gives anything else away.
struct MemberRequest: Sendable {
  let request: WebRequest
  /// The values of the names in braces of its route.
  let parameters: [String]
  let member: Member
  let view: MemberView
  let face: MemberFace
  let media: MemberMedia
  let desk: CommentDesk
  /// Of the device: stands in its forms.
  let formToken: String
  let today: CalendarDay
  /// The form's fields, if it is a form.
  let form: FormFields

  var addresses: MemberAddress { face.addresses }
  var words: MemberWords { face.words }

  /// Of the page that answers it.
  var pageKey: MemberPages.Key {
    MemberPages.Key(
      view: view.version, member: member, formToken: formToken, path: request.path,
      query: request.queryText, today: today)
  }

  /// The note that the address names; nil for one that the member may not see, as for one that there is not.
  var note: MemberNote? { parameters.first.flatMap(view.note) }

  /// Whether the member may comment on a note.
  func mayComment(on note: MemberNote) -> Bool { desk.isOpen && !member.commented(note).isEmpty }
}

/// One address of the members' pages and what answers it.
struct MemberRoute: Sendable {
  /// Nil for what there is not, and for what the member may not see: both become the same answer.
  typealias Handler = @Sendable (MemberRequest) async throws -> Reply?

  let method: Route.Method
  let pattern: PathPattern
  let handler: Handler

  private init(_ method: Route.Method, _ path: String, _ handler: @escaping Handler) {
    self.method = method
    pattern = PathPattern(MemberAddress.root + path)
    self.handler = handler
  }

  static let all = [
    MemberRoute(.get, "", MemberTimeline.newest),
    MemberRoute(.get, "/m/{month}", MemberTimeline.month),
    MemberRoute(.get, "/search", MemberTimeline.search),
    MemberRoute(.get, "/n/{id}", MemberNotePage.note),
    MemberRoute(.get, "/n/{id}/photo/{name}", MemberNotePage.photo),
    MemberRoute(.get, "/n/{id}/media/{name}", MemberMedia.medium),
    MemberRoute(.get, "/n/{id}/picture/{edge}/{name}", MemberMedia.picture),
    MemberRoute(.post, "/n/{id}/comment", CommentForms.add),
    MemberRoute(.post, "/n/{id}/react", CommentForms.react),
    MemberRoute(.get, "/n/{id}/comment", CommentForms.comments),
    MemberRoute(.get, "/n/{id}/react", CommentForms.comments),
    MemberRoute(.get, "/n/{id}/comment/{comment}", CommentForms.edit),
    MemberRoute(.post, "/n/{id}/comment/{comment}", CommentForms.save),
    MemberRoute(.post, "/n/{id}/comment/{comment}/remove", CommentForms.remove),
    MemberRoute(.get, "/n/{id}/comment/{comment}/remove", CommentForms.comments),
  ]

  /// - Parameter path: without a slash at its end.
  static func route(_ method: String, _ path: String) -> (route: MemberRoute, parameters: [String])?
  {
    guard let parts = PathPattern.parts(of: path) else { return nil }
    for route in all where route.method.rawValue == method {
      if let parameters = route.pattern.match(parts) { return (route, parameters) }
    }
    return nil
  }
}
