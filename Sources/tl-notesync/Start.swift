internal import CommandLineTool

@main
enum Start {
  static func main() {
    Program.main { request, session in try NotesyncRunner(session: session).answer(request) }
  }
}
