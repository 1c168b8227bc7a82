internal import CommandLineTool
internal import NetworkTool

@main
enum Start {
  static func main() { Program.main(network: NetworkTool.answer) }
}
