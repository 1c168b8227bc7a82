/// Words of a query that look like options: `-draft tea` in quotes, `-tag:work`.
///
/// The argument parser would read their letters as options, so they are moved behind `--`.
enum QueryWords {
  static func moved(_ arguments: [String]) -> [String] {
    // Finding the command costs more time than most commands take.
    guard arguments.contains(where: isQuery) else { return arguments }
    var words: [String] = []
    var moved: [String] = []
    for (index, word) in arguments.enumerated() {
      let reading = CommandLineParts(arguments[..<index])
      guard !reading.isBehindTerminator, reading.openOption == nil, isQuery(word),
        reading.command.name == "search", reading.command.path.count == 2
      else {
        words.append(word)
        continue
      }
      moved.append(word)
    }
    if moved.isEmpty { return arguments }
    return words + (words.contains("--") ? [] : ["--"]) + moved
  }

  private static func isQuery(_ word: String) -> Bool {
    guard word.hasPrefix("-"), !word.hasPrefix("--") else { return false }
    if word.contains(where: \.isWhitespace) { return true }
    guard let colon = word.firstIndex(of: ":") else { return false }
    let key = word[..<colon].dropFirst()
    return key.count > 1 && key.allSatisfy(\.isLetter)
  }
}
