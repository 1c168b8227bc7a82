internal import CommandLineTool

@main
enum Start {
  static func main() {
    Program.main { request, session in try NotesyncWork(session).answer(request) }
  }
}
