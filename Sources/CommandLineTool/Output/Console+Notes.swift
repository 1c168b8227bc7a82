internal import VaultFormat
internal import VaultIndex

/// Notes as lines of data.
extension Console {
  /// Prints what a command made or changed: the short id, two blanks, the path.
  func line(_ id: NoteID, _ path: VaultPath) throws {
    let shortID = TerminalText.line(String(id.text.prefix(VaultIndex.shortLength)))
    try line("\(style.yellow(shortID))  \(TerminalText.line(path.shown))")
  }
}
