package import VaultFormat

/// A line that is added to the note of a day: `- 18:03 Soup with the neighbours`.
package struct DailyEntry: Hashable, Sendable {
  private let lines: [Substring]
  private let clock: String?

  /// - Parameter time: of the day that the note is of; nil for a line without a clock time.
  package init(_ text: String, at time: NoteTime?) {
    lines = text.trimmingBlanks.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    clock = time.flatMap { time in DatePattern("HH:mm")?.text(for: time) }
  }

  /// The document with the line at its end: below an item of a list, or a blank line.
  package func added(to document: NoteDocument) -> NoteDocument {
    let end = document.lineEnd
    var text = document.bytes.isEmpty || document.bytes.last == UInt8(ascii: "\n") ? "" : end
    if needsBlank(below: document) { text += end }
    text += "- " + (clock.map { $0 + " " } ?? "") + (lines.first ?? "") + end
    for line in lines.dropFirst() { text += (line.isEmpty ? "" : "  ") + line + end }
    return NoteDocument(document.bytes + text.utf8)
  }

  private func needsBlank(below document: NoteDocument) -> Bool {
    let lines = document.body.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let last = lines.last.flatMap { $0.isEmpty ? lines.dropLast().last : $0 } ?? []
    let text = last.last == UInt8(ascii: "\r") ? last.dropLast() : last
    if text.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) {
      // Front matter ends with a line of its own.
      return document.body.isEmpty && document.frontMatter != nil
    }
    let isItem = ["- ", "* ", "+ "].contains { text.starts(with: $0.utf8) }
    return !isItem && text.first != UInt8(ascii: " ")
  }
}
