internal import Git
internal import VaultFormat

/// One attribute file of git (gitattributes(5)).
///
/// Parsed as git does; libgit2 does not support quoted patterns, and takes a leading `!` for a part of the pattern.
struct AttributeFile: Sendable {
  /// In the order of the lines.
  private(set) var rules: [Rule] = []
  /// The macros `[attr]NAME`, which git accepts only from some files.
  private(set) var macros: [[UInt8]: [Assignment]] = [:]

  struct Rule: Sendable {
    let pattern: IgnorePattern
    let assignments: [Assignment]
  }

  struct Assignment: Hashable, Sendable {
    let name: [UInt8]
    let value: AttributeValue
  }

  init(parsing bytes: [UInt8]) {
    for line in bytes.withoutByteOrderMark.split(separator: 0x0A) { read(line) }
  }

  private mutating func read(_ line: ArraySlice<UInt8>) {
    var rest = line.drop(while: Self.isBlank)
    guard let first = rest.first, first != UInt8(ascii: "#") else { return }
    var subject = rest.prefix { !Self.isBlank($0) }
    if first == UInt8(ascii: "\""), let quoted = Self.unquoted(rest) {
      subject = quoted.text[...]
      rest = quoted.rest
    } else {
      rest = rest[subject.endIndex...]
    }
    guard let assignments = Self.assignments(in: rest) else { return }
    if subject.starts(with: Self.macroMark) {
      let name = subject.dropFirst(Self.macroMark.count)
      if Self.isName(name) { macros[Array(name)] = assignments }
    } else if let pattern = IgnorePattern(ofAttributes: subject), !pattern.wantsFolder {
      rules.append(Rule(pattern: pattern, assignments: assignments))
    }
  }

  private static let macroMark = Array("[attr]".utf8)

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A
  }
}

// MARK: - Assignments

extension AttributeFile {
  /// Nil for an invalid name: git ignores the whole line then.
  private static func assignments(in text: ArraySlice<UInt8>) -> [Assignment]? {
    var assignments: [Assignment] = []
    for word in text.split(whereSeparator: isBlank) {
      guard let assignment = assignment(word) else { return nil }
      assignments.append(assignment)
    }
    return assignments
  }

  private static func assignment(_ word: ArraySlice<UInt8>) -> Assignment? {
    let equals = word.firstIndex(of: UInt8(ascii: "="))
    var name = word[..<(equals ?? word.endIndex)]
    var value = AttributeValue.set
    if name.first == UInt8(ascii: "-") {
      value = .unset
    } else if name.first == UInt8(ascii: "!") {
      value = .unspecified
    } else if let equals {
      value = .value(String(decoding: word[(equals + 1)...], as: UTF8.self))
    }
    if value == .unset || value == .unspecified { name = name.dropFirst() }
    return isName(name) ? Assignment(name: Array(name), value: value) : nil
  }

  private static func isName(_ name: ArraySlice<UInt8>) -> Bool {
    guard let first = name.first, first != UInt8(ascii: "-"),
      !name.starts(with: "builtin_".utf8)
    else { return false }
    return name.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-_.".utf8.contains($0) }
  }

  /// A quoted text with the escapes of C, and the rest of the line; nil if it is not closed.
  private static func unquoted(
    _ line: ArraySlice<UInt8>
  ) -> (text: [UInt8], rest: ArraySlice<UInt8>)? {
    var text: [UInt8] = []
    var rest = line.dropFirst()
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { return (text, rest) }
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        continue
      }
      guard let escape = rest.popFirst() else { return nil }
      if let plain = escapes[escape] {
        text.append(plain)
      } else if let octal = octal([escape, rest.popFirst(), rest.popFirst()]) {
        text.append(octal)
      } else {
        return nil
      }
    }
    return nil
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10,
    UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9, UInt8(ascii: "v"): 11,
    UInt8(ascii: "\\"): UInt8(ascii: "\\"), UInt8(ascii: "\""): UInt8(ascii: "\""),
  ]

  private static func octal(_ digits: [UInt8?]) -> UInt8? {
    var value: UInt8 = 0
    for (digit, highest) in zip(digits, [3, 7, 7] as [UInt8]) {
      guard let digit, digit >= 0x30, digit - 0x30 <= highest else { return nil }
      value = (value << 3) | (digit - 0x30)
    }
    return value
  }
}
