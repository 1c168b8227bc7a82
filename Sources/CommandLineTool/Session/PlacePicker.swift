internal import Journal
internal import SystemCalls
internal import VaultFormat

/// Asks on the terminal which of several places with a name is meant.
struct PlacePicker {
  let name: String
  /// The most likely one first.
  let choices: [PlaceChoice]
  let session: Session

  /// Cities of one name are at most some dozens, and the last of them are small.
  private static let listLength = 20

  /// Nil if the answer is empty.
  func ask() -> Place? {
    let console = session.console
    let shown = choices.prefix(Self.listLength)
    let width = String(shown.count).count
    for (number, choice) in shown.enumerated() {
      let label = String(number + 1)
      let indent = String(repeating: " ", count: width - label.count)
      console.prompt(
        "\(indent)\(console.errorStyle.cyan(label))  \(TerminalText.line(choice.text))\n")
    }
    if choices.count > shown.count {
      let others = "and \(choices.count - shown.count) more, which can be given by coordinates"
      console.prompt(console.errorStyle.dim(others) + "\n")
    }
    while true {
      console.prompt("which \(TerminalText.line(name.clipped))? (a number) ")
      guard let line = StandardStream.input.readLine() else {
        console.prompt("\n")
        return nil
      }
      let answer = line.trimmingBlanks
      if answer.isEmpty || line.contains("\u{1B}") { return nil }
      if let number = Int(answer), shown.indices.contains(number - 1) {
        return shown[number - 1].place
      }
      console.prompt("one of 1 to \(shown.count)\n")
    }
  }
}
