/// Something to look for in code, comments and literals aside.
enum CodePattern: Sendable, CustomStringConvertible {
  /// A text that begins and ends at a word's edge; a member of another type (`x.exit(`) and a
  /// declaration of that name (`func exit(`) are something else.
  case word(String)
  /// A text wherever it stands.
  case text(String)
  /// A text on a line that does not also hold another one.
  case unless(String, String)
  /// `!` after an expression or a type: a force unwrap, `try!`, `as!`, or an optional that is
  /// unwrapped implicitly.
  case exclamationMark

  var description: String {
    switch self {
    case .word(let text), .text(let text): "'\(text)'"
    case .unless(let text, let other): "'\(text)' without '\(other)'"
    case .exclamationMark: "force unwrap, 'try!', 'as!' or '!' type"
    }
  }

  /// What stands in every line where the pattern occurs.
  var needle: String {
    switch self {
    case .word(let text), .text(let text), .unless(let text, _): text
    case .exclamationMark: "!"
    }
  }

  func occurs(in line: String) -> Bool {
    switch self {
    case .text(let text): line.contains(text)
    case .unless(let text, let other): line.contains(text) && !line.contains(other)
    case .word(let word): line.contains(word) && Self.hasWord(Array(word.utf8), Array(line.utf8))
    case .exclamationMark: line.contains("!") && Self.hasExclamationMark(Array(line.utf8))
    }
  }

  private static func hasWord(_ word: [UInt8], _ line: [UInt8]) -> Bool {
    guard line.count >= word.count, let last = word.last else { return false }
    return (0...line.count - word.count).contains { start in
      let end = start + word.count
      guard line[start..<end] == word[...] else { return false }
      let before = line[..<start]
      if let byte = before.last, isIdentifier(byte) || byte == UInt8(ascii: ".") { return false }
      if before.suffix(5).elementsEqual("func ".utf8) { return false }
      return !(isIdentifier(last) && end < line.count && isIdentifier(line[end]))
    }
  }

  private static func hasExclamationMark(_ line: [UInt8]) -> Bool {
    line.indices.dropFirst().contains { index in
      guard line[index] == UInt8(ascii: "!") else { return false }
      let before = line[index - 1]
      let endsExpression = isIdentifier(before) || ")]}>\"?`!".utf8.contains(before)
      let next = index + 1 < line.count ? line[index + 1] : 0
      return endsExpression && next != UInt8(ascii: "=")
    }
  }

  static func isIdentifier(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_")
      || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }
}
