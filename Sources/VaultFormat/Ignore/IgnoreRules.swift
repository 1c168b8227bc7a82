/// The rules of `.tlignore` files, in the syntax of gitignore(5).
///
/// A walk starts with no rules, adds the file of each folder that it enters, and tests each entry. Ignored folders are
/// not entered, so `!` cannot include anything below one. The last matching rule decides, and a deeper file takes
/// precedence.
package struct IgnoreRules: Sendable {
  /// The files with rules, from the outermost to the innermost.
  private var files: [IgnoreFile] = []

  package static let fileName = Array(".tlignore".utf8)

  package init() {}

  /// Whether there is no rule at all.
  package var isEmpty: Bool { files.isEmpty }

  /// The rules inside `folder` (nil: the root), given the bytes of its `.tlignore`.
  ///
  /// - Parameter place: for a file above the root: the path of the root from the file's folder.
  package func adding(
    _ bytes: [UInt8], in folder: VaultPath?, seenFrom place: VaultPath? = nil
  ) -> IgnoreRules {
    var file = IgnoreFile(parsing: bytes, folder: folder?.bytes ?? [])
    file.place = place.map { $0.bytes + [UInt8(ascii: "/")] } ?? []
    guard !file.patterns.isEmpty else { return self }
    var rules = self
    rules.files.append(file)
    return rules
  }

  /// Whether an entry is ignored, given that the folders above it are not.
  package func isIgnored(_ path: VaultPath, isFolder: Bool) -> Bool {
    if isEmpty { return false }
    return path.bytes.withUnsafeBufferPointer { isIgnored($0, isFolder: isFolder) }
  }

  /// Whether the path from the root with these bytes is ignored.
  package func isIgnored(_ path: UnsafeBufferPointer<UInt8>, isFolder: Bool) -> Bool {
    for file in files.reversed() {
      if let verdict = file.verdict(on: path, isFolder: isFolder) { return verdict }
    }
    return false
  }
}

/// The rules of one file.
struct IgnoreFile: Sendable {
  let patterns: [IgnorePattern]
  /// From the root of the vault; empty for the root itself.
  let folder: [UInt8]
  /// For a file above the root, the path of the root from it, with a slash at the end.
  var place: [UInt8] = []

  init(parsing bytes: [UInt8], folder: [UInt8]) {
    self.folder = folder
    patterns = bytes.withoutByteOrderMark.split(separator: 0x0A).compactMap {
      IgnorePattern(line: $0)
    }
  }

  /// True: ignored, false: included, nil: no rule matches.
  func verdict(on path: UnsafeBufferPointer<UInt8>, isFolder: Bool) -> Bool? {
    guard !place.isEmpty else { return ownVerdict(on: path, isFolder: isFolder) }
    return (place + path).withUnsafeBufferPointer { ownVerdict(on: $0, isFolder: isFolder) }
  }

  private func ownVerdict(on path: UnsafeBufferPointer<UInt8>, isFolder: Bool) -> Bool? {
    var start = 0
    if !folder.isEmpty {
      start = folder.count + 1
      guard path.count > start, path[start - 1] == UInt8(ascii: "/"),
        path.prefix(folder.count).elementsEqual(folder)
      else { return nil }
    }
    let relative = UnsafeBufferPointer(rebasing: path[start...])
    let slash = relative.lastIndex(of: UInt8(ascii: "/"))
    let name = UnsafeBufferPointer(rebasing: relative[(slash.map { $0 + 1 } ?? 0)...])
    for pattern in patterns.reversed() where isFolder || !pattern.wantsFolder {
      if pattern.matches(path: relative, name: name) { return !pattern.isNegated }
    }
    return nil
  }
}

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
