package import CommandLineTool

/// The commands that need a network stack.
package enum NetworkTool {
  /// Carries out one of them; returns when it has ended.
  package static func answer(_ request: NetworkRequest, _ session: Session) throws {
    switch request {
    case .notesync(let request): try NotesyncRunner(session: session).answer(request)
    case .serve(let request): try PageRunner(session: session).answer(request)
    case .book(let request): try BookRunner(session: session).answer(request)
    case .demo(let request): try DemoRunner(session: session).answer(request)
    case .site(let request): try SiteRunner(session: session).answer(request)
    }
  }
}
