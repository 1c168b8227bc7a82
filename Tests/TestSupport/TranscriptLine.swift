/// How lines of output stand in a transcript, and how expected ones are compared with them.
enum TranscriptLine {
  /// The lines of `output` as they stand in a transcript; `names` replaces paths of this run.
  static func lines(of output: [UInt8], names: [(path: String, name: String)]) -> [String] {
    var lines = output.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard let last = lines.popLast() else { return [] }
    var texts = lines.map { text(of: $0, names) }
    if !last.isEmpty { texts.append(text(of: last, names) + "{{no newline}}") }
    return texts
  }

  private static func text(
    of line: ArraySlice<UInt8>, _ names: [(path: String, name: String)]
  ) -> String {
    var text = ""
    for scalar in String(decoding: line, as: UTF8.self).unicodeScalars {
      if scalar.value < 0x20 && scalar != "\t" || scalar.value == 0x7F {
        text += "{{" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16) + "}}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    for (path, name) in names { text.replace(path, with: name) }
    if text.hasSuffix(" ") || text.hasSuffix("\t") { text += "{{end}}" }
    return text
  }

  /// Whether `line` is what `pattern`, an expected line, says; byte by byte but for `{{any}}`.
  static func matches(_ line: String, _ pattern: String) -> Bool {
    let pieces = pattern.split(separator: "{{any}}", omittingEmptySubsequences: false)
      .map { Array($0.utf8) }
    let line = Array(line.utf8)
    guard let first = pieces.first, let last = pieces.last, pieces.count > 1 else {
      return line == Array(pattern.utf8)
    }
    guard line.count >= first.count + last.count, line.starts(with: first),
      line.suffix(last.count) == last[...]
    else { return false }
    var rest = line[first.count..<line.count - last.count]
    for piece in pieces.dropFirst().dropLast() {
      guard let place = firstPlace(of: piece, in: rest) else { return false }
      rest = rest[(place + piece.count)...]
    }
    return true
  }

  private static func firstPlace(of piece: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= piece.count else { return nil }
    return (bytes.startIndex...bytes.endIndex - piece.count).first {
      bytes[$0..<$0 + piece.count] == piece[...]
    }
  }
}

/// Expected lines and printed ones, side by side.
struct TranscriptDifference {
  enum Row: Hashable {
    /// The expected line, and what matched it.
    case same(expected: String)
    case missing(expected: String)
    case surplus(printed: String)
  }

  private(set) var rows: [Row] = []

  var isEmpty: Bool {
    rows.allSatisfy { if case .same = $0 { true } else { false } }
  }

  /// The expected lines that would match: as they are where they do, as printed elsewhere.
  var corrected: [String] {
    rows.compactMap { row in
      switch row {
      case .same(let line), .surplus(let line): line
      case .missing: nil
      }
    }
  }

  init(expected: [String], printed: [String]) {
    let changes = printed.difference(from: expected) { TranscriptLine.matches($1, $0) }
    var removed = Set<Int>()
    var inserted = Set<Int>()
    for change in changes {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var old = 0
    var new = 0
    while old < expected.count || new < printed.count {
      if removed.contains(old) {
        rows.append(.missing(expected: expected[old]))
        old += 1
      } else if inserted.contains(new) {
        rows.append(.surplus(printed: printed[new]))
        new += 1
      } else {
        rows.append(.same(expected: expected[old]))
        old += 1
        new += 1
      }
    }
  }

  /// The rows with `mark` before each line: two blanks where both agree, `-` expected, `+` printed.
  func lines(mark: String) -> [String] {
    rows.map { row in
      switch row {
      case .same(let line): "    \(mark) \(line)"
      case .missing(let line): "  - \(mark) \(line)"
      case .surplus(let line): "  + \(mark) \(line)"
      }
    }
  }
}
