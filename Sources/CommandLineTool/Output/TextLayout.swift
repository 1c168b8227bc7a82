internal import SystemCalls

/// Text broken into lines at spaces.
enum WrappedText {
  /// Lines of at most `width` columns, except for longer words.
  ///
  /// Line ends in `text` stay, and so do lines that begin with a blank: examples keep their form.
  static func lines(_ text: String, width: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
      guard line.first != " ", DisplayWidth.of(line) > width else { return [String(line)] }
      return wrap(line, width)
    }
  }

  private static func wrap(_ line: Substring, _ width: Int) -> [String] {
    var lines: [String] = []
    var current = ""
    var used = 0
    for word in line.split(separator: " ") {
      let columns = DisplayWidth.of(word)
      if used > 0, used + 1 + columns > width {
        lines.append(current)
        current = ""
        used = 0
      }
      if used > 0 { current += " " }
      current += word
      used += columns + (used > 0 ? 1 : 0)
    }
    return lines + [current]
  }

  /// The same of a note's Markdown: items and quotes go on below their text, and code and tables keep their form.
  static func markdown(_ text: String, width: Int) -> [String] {
    var fence: Substring?
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap {
      line -> [String] in
      let content = line.drop { $0 == " " || $0 == "\t" }
      if let open = fence {
        if content.hasPrefix(open) { fence = nil }
        return [String(line)]
      }
      if content.hasPrefix("```") || content.hasPrefix("~~~") {
        fence = content.prefix(3)
        return [String(line)]
      }
      let indent = line[..<content.startIndex]
      let mark = mark(of: content)
      let isCode = indent.contains("\t") || indent.count > 3 && mark.isEmpty
      guard !isCode, content.first != "|", DisplayWidth.of(line) > width else {
        return [String(line)]
      }
      let margin =
        indent + (mark.first == ">" ? mark : Substring(String(repeating: " ", count: mark.count)))
      let lines = wrap(content.dropFirst(mark.count), max(10, width - margin.count))
      return lines.enumerated().map { ($0 == 0 ? indent + mark : margin) + $1 }
    }
  }

  /// What stands before the text of an item or a quote, with its blank: `- `, `12. `, `> `.
  private static func mark(of content: Substring) -> Substring {
    let number = content.prefix { $0.isASCII && $0.isNumber }
    let end = number.isEmpty ? content.prefix(1) : content.prefix(number.count + 1)
    let isMark = number.isEmpty ? "-*+>".contains(end) : ".)".contains(end.suffix(1))
    let mark = content.prefix(end.count + 1)
    return isMark && mark.last == " " ? mark : ""
  }
}

/// Rows of a list that are printed in columns.
enum TextColumns {
  /// Rows in columns; the last one is not padded.
  static func lines(_ rows: [[String]]) -> [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { column < $0.count ? DisplayWidth.of($0[column]) : 0 }.max() ?? 0
    }
    return rows.map { row in
      let last = row.lastIndex { !$0.isEmpty } ?? 0
      return row[...last].enumerated().map { column, cell in
        column == last ? cell : DisplayWidth.pad(cell, to: widths[column])
      }.joined(separator: "  ")
    }
  }
}

extension String {
  /// With other texts for some code points: a mark behind one does not hide it.
  func escaped(_ texts: [Unicode.Scalar: String]) -> String {
    unicodeScalars.map { texts[$0] ?? String($0) }.joined()
  }
}

extension [String] {
  /// The words in a sentence: `a, b and c`.
  ///
  /// - Parameter last: the word before the last one.
  func joined(last: String) -> String {
    guard let final = self.last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) \(last) \(final)"
  }
}
