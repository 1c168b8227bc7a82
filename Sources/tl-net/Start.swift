internal import CommandLineTool

@main
enum Start {
  static func main() {
    Program.main { request, session in
      switch request {
      case .notesync(let request): try NotesyncRunner(session: session).answer(request)
      case .serve(let request): try PageRunner(session: session).answer(request)
      }
    }
  }
}
