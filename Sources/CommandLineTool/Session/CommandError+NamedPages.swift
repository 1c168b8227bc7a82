internal import Journal
internal import VaultFormat

/// A word on the command line that names no page, or several.
extension CommandError {
  /// - Parameter what: `tracker` or `person`.
  static func missing(
    _ what: String, _ word: String, among pages: [some NamedPage], hint: String
  ) -> CommandError {
    var error = CommandError("there is no \(what) '\(word)'", hint: hint)
    let key = NameKey(word.utf8)
    let containing = pages.filter { page in
      page.names.contains { !key.bytes.isEmpty && $0.bytes.firstRange(of: key.bytes) != nil }
    }.map(\.title)
    let names = pages.flatMap { [$0.name, $0.title] + $0.aliases }
    let similar =
      containing.isEmpty
      ? EditDistance.suggestions(for: word, among: Array(Set(names)).sorted()) : containing
    if !similar.isEmpty {
      error.hints.insert("did you mean \(similar.prefix(3).joined(separator: " or "))?", at: 0)
    }
    return error
  }

  static func ambiguous(_ word: String, _ pages: [some NamedPage]) -> CommandError {
    // Two devices may have made one of the same title.
    let hasTwins = Set(pages.map(\.title)).count < pages.count
    let names = pages.map { hasTwins ? $0.path.text : $0.title }.sorted()
    let listed = names.dropLast().joined(separator: ", ") + " or \(names.last ?? "")"
    return CommandError(
      "'\(word)' could be \(listed)", hint: "write more of the name, or its path",
      status: .wrongUsage)
  }

  static func tooShort(_ word: String) -> CommandError {
    CommandError(
      "'\(word)' is too short for a beginning; three characters at least",
      hint: "write more of the name, or its path", status: .wrongUsage)
  }
}
