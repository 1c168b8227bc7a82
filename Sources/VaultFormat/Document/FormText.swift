/// A note's text as the field of a form shows it, and what a changed field means for the note's bytes.
///
/// Browsers change every line ending of a field to CR LF, and a field shows neither the blank lines at the beginning nor
/// bytes that are no text. So the bytes of all lines before the first and after the last changed one stay as they are.
package struct FormText: Hashable, Sendable {
  private let bytes: [UInt8]
  /// The blank lines at the beginning, which are not shown.
  private let hidden: Int

  /// - Parameter body: of a note.
  package init(_ body: some Sequence<UInt8>) {
    bytes = Array(body)
    hidden = bytes.prefix { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.count
  }

  /// With LF for CR LF and CR; U+FFFD for bytes that are not UTF-8.
  package var shown: String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    for line in Line.lines(of: bytes[hidden...]) {
      text += line.content
      if !line.ending.isEmpty { text.append(UInt8(ascii: "\n")) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The body with what was written in the field.
  ///
  /// - Parameter field: with any line endings.
  package func replaced(by field: String) -> [UInt8] {
    let old = Line.lines(of: bytes[hidden...])
    var new = Line.lines(of: Array(field.utf8)[...])
    // A text ends with a line ending, as it does from any editor.
    if let last = new.last, last.ending.isEmpty {
      new[new.count - 1].ending = [UInt8(ascii: "\n")]
    }
    let start = zip(old, new).prefix { $0.isSame(as: $1) }.count
    let end = zip(old[start...].reversed(), new[start...].reversed())
      .prefix { $0.isSame(as: $1) }.count
    guard start + end < max(old.count, new.count) else { return bytes }
    let ending = old.first { !$0.ending.isEmpty }?.ending ?? [UInt8(ascii: "\n")]
    var result = Array(bytes[..<(start == 0 ? hidden : old[start - 1].ending.endIndex)])
    // The last line of a text may have no ending, and now another follows.
    if start > 0, start + end < new.count, old[start - 1].ending.isEmpty { result += ending }
    for line in new[start..<(new.count - end)] { result += line.content + ending }
    return result + bytes[(end == 0 ? bytes.count : old[old.count - end].content.startIndex)...]
  }

  private struct Line {
    var content: ArraySlice<UInt8>
    var ending: ArraySlice<UInt8>

    /// As it is shown, so that bytes that are no text are not taken for a change.
    func isSame(as other: Line) -> Bool {
      content == other.content
        || String(decoding: content, as: UTF8.self).utf8
          .elementsEqual(String(decoding: other.content, as: UTF8.self).utf8)
    }

    static func lines(of bytes: ArraySlice<UInt8>) -> [Line] {
      var lines: [Line] = []
      var rest = bytes
      while !rest.isEmpty {
        let content = rest.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        rest = rest[content.endIndex...]
        var ending = rest.prefix(1)
        if rest.starts(with: [UInt8(ascii: "\r"), UInt8(ascii: "\n")]) { ending = rest.prefix(2) }
        rest = rest[ending.endIndex...]
        lines.append(Line(content: content, ending: ending))
      }
      return lines
    }
  }
}

/// A text as the form has it, with its heading in a field of its own.
package struct TitledText: Hashable, Sendable {
  package var title = ""
  /// The line ends below the heading; nil for as many as are usual.
  package var gap: Int?
  package var text: String

  private static let mostGap = 20

  package init(title: String = "", gap: Int? = nil, text: String) {
    (self.title, self.gap, self.text) = (title, gap, text)
  }

  package var whole: String {
    let line = title.split(whereSeparator: Self.isLineEnd).joined(separator: " ").trimmingBlanks
    guard !line.isEmpty else { return text }
    let ends = gap.map { max(1, min($0, Self.mostGap)) } ?? (text.isEmpty ? 1 : 2)
    return "# \(line)\(String(repeating: "\n", count: ends))\(text)"
  }

  private static func isLineEnd(_ character: Character) -> Bool {
    character == "\n" || character == "\r\n" || character == "\r"
  }
}

extension TitledText {
  /// Takes the heading off where `whole` is the same text again.
  package init(_ whole: String) {
    text = whole
    guard whole.hasPrefix("# ") else { return }
    let heading = whole.dropFirst(2).prefix { !Self.isLineEnd($0) }
    let ends = whole[heading.endIndex...].prefix(Self.mostGap + 1).prefix(while: Self.isLineEnd)
    let line = String(heading)
    guard !line.isEmpty, line == line.trimmingBlanks, ends.count <= Self.mostGap else { return }
    (title, text) = (line, String(whole[ends.endIndex...]))
    gap = text.isEmpty && ends.count < 2 ? nil : ends.count
  }
}
