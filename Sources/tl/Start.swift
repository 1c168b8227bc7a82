internal import CommandLineTool

@main
enum Start {
  static func main() { Program.main() }
}
