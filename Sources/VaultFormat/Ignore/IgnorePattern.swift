/// One line of an ignore file, or the pattern of a line of `.gitattributes`, which is read alike.
///
/// Doubtful lines are read like git reads them, which removes the text before the first wildcard before it looks at
/// `**`: `a/b**/c` matches `a/bc`.
package struct IgnorePattern: Sendable {
  /// Includes what earlier rules ignored.
  let isNegated: Bool
  /// Matches folders only.
  package let wantsFolder: Bool
  /// Without a slash in the middle: matched against the last component, at any depth.
  private let isName: Bool
  /// The text before the first wildcard.
  private let prefix: [UInt8]
  private let rest: Rest

  private enum Rest: Sendable {
    case nothing
    /// `*` followed by plain text.
    case suffix([UInt8])
    case wildcards(WildcardPattern)
  }

  /// Longer than any path that a system accepts.
  ///
  /// Limits the work for a hostile file.
  static let maximumLength = 4096

  /// Nil for blank lines, comments, patterns that cannot match, and lines that are too long.
  ///
  /// - Parameter line: without its line feed.
  init?(line: ArraySlice<UInt8>) {
    let text = Self.trimmed(line)
    guard text.count <= Self.maximumLength, let first = text.first, first != UInt8(ascii: "#")
    else { return nil }
    let isNegated = first == UInt8(ascii: "!")
    self.init(isNegated ? text.dropFirst() : text, isNegated: isNegated)
  }

  /// Nil for patterns that cannot match, and for those with `!`, which attributes do not have.
  ///
  /// - Parameter pattern: without the blanks around it.
  package init?(ofAttributes pattern: ArraySlice<UInt8>) {
    guard pattern.count <= Self.maximumLength, pattern.first != UInt8(ascii: "!") else {
      return nil
    }
    self.init(pattern, isNegated: false)
  }

  private init?(_ text: ArraySlice<UInt8>, isNegated: Bool) {
    var text = text
    self.isNegated = isNegated
    wantsFolder = text.last == UInt8(ascii: "/")
    if wantsFolder { text = text.dropLast() }
    isName = !text.contains(UInt8(ascii: "/"))
    if text.first == UInt8(ascii: "/") { text = text.dropFirst() }
    guard !text.isEmpty else { return nil }

    let plain = text.prefix { !Self.isSpecial($0) }
    prefix = Array(plain)
    let wild = text[plain.endIndex...]
    if wild.isEmpty {
      rest = .nothing
    } else if isName, wild.first == UInt8(ascii: "*"),
      !wild.dropFirst().contains(where: Self.isSpecial)
    {
      rest = .suffix(Array(wild.dropFirst()))
    } else if let pattern = WildcardPattern(wild, isPath: !isName) {
      rest = .wildcards(pattern)
    } else {
      return nil
    }
  }

  package func matches(path: UnsafeBufferPointer<UInt8>, name: UnsafeBufferPointer<UInt8>) -> Bool {
    let text = isName ? name : path
    guard text.count >= prefix.count, text.prefix(prefix.count).elementsEqual(prefix) else {
      return false
    }
    let remainder = text[prefix.count...]
    switch rest {
    case .nothing: return remainder.isEmpty
    case .suffix(let suffix):
      return remainder.count >= suffix.count && remainder.suffix(suffix.count).elementsEqual(suffix)
    case .wildcards(let pattern): return pattern.matches(remainder)
    }
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "["), UInt8(ascii: "\\"): true
    default: false
    }
  }

  /// Without a carriage return and unescaped blanks at the end.
  ///
  /// A NUL ends the line.
  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = line.last == 0x0D ? line.dropLast() : line
    text = text.prefix { $0 != 0 }
    var end = text.startIndex
    var index = text.startIndex
    while index < text.endIndex {
      if text[index] == UInt8(ascii: "\\") {
        index += 1
        // A backslash at the end keeps the blanks before it too.
        if index == text.endIndex { return text }
        end = index + 1
      } else if text[index] != UInt8(ascii: " ") {
        end = index + 1
      }
      index += 1
    }
    return text[..<end]
  }
}
