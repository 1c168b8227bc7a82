/// The path in a link destination: relative, decoded, without the part after `#` or `?`.
package struct LinkPath: Hashable, Sendable {
  /// Components joined by `/`; may contain `.` and `..`.
  package var bytes: [UInt8]
  /// The path ends with `/`: a folder, or a page of a website.
  package var isFolder: Bool

  /// Whether a destination may be a relative path to a file; false for URLs (`https:`, `mailto:`), fragments
  /// (`#heading`), absolute paths of a website (`/about`) and template placeholders.
  ///
  /// Allocates nothing, as it is called for every link of a vault.
  package static func isRelative(_ text: UnsafeBufferPointer<UInt8>, _ kind: MarkdownLink.Kind)
    -> Bool
  {
    guard let first = text.first(where: { !$0.isBlank }) else { return false }
    let isFragment =
      first == UInt8(ascii: "#") || first == UInt8(ascii: "^") || first == UInt8(ascii: "|")
    if isFragment || first == UInt8(ascii: "?") { return false }
    if first == UInt8(ascii: "/"), !kind.isObsidian { return false }
    if text.firstIndex(of: UInt8(ascii: "\\")) == text.startIndex { return false }
    return !hasScheme(text) && !hasTemplate(text)
  }

  /// Whether the text begins with a URL scheme: a letter, then letters, digits, `+`, `-`, `.`, then a colon (RFC 3986,
  /// section 3.1).
  private static func hasScheme(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    for (index, byte) in text.enumerated() {
      if byte == UInt8(ascii: ":") { return index > 0 }
      let isMark =
        byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      guard byte.isASCIILetter || (index > 0 && (byte.isASCIIDigit || isMark)) else { return false }
    }
    return false
  }

  /// Whether the text has a template placeholder: `{{` (many languages), `{%` (Liquid), `<%` or `${` (shells).
  private static func hasTemplate(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    for (a, b) in zip(text, text.dropFirst()) {
      switch (a, b) {
      case (UInt8(ascii: "{"), UInt8(ascii: "{")), (UInt8(ascii: "{"), UInt8(ascii: "%")),
        (UInt8(ascii: "<"), UInt8(ascii: "%")), (UInt8(ascii: "$"), UInt8(ascii: "{")):
        return true
      default: continue
      }
    }
    return false
  }
}

// MARK: - Reading

extension LinkPath {
  /// The paths that a destination may mean, most likely first; empty if it has no path.
  ///
  /// - Parameter text: a destination for which `isRelative` is true.
  package static func candidates(
    _ text: ArraySlice<UInt8>, _ kind: MarkdownLink.Kind
  ) -> [LinkPath] {
    if kind.isObsidian { return obsidian(text).map { [$0] } ?? [] }
    // Most destinations have only one reading.
    let isPlain = text.allSatisfy { !isSpecial[Int($0)] }
    if isPlain { return LinkPath(Array(text)).map { [$0] } ?? [] }
    let plain = unescaped(text)
    let cut = plain.prefix { $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "?") }
    // A name may contain a literal `#`, `?` or `%`, though it should be encoded in a link.
    let readings = [PercentEncoding.decoded(cut) ?? Array(cut), Array(cut), plain]
    var paths: [LinkPath] = []
    for reading in readings {
      if let path = LinkPath(reading), !paths.contains(path) { paths.append(path) }
    }
    return paths
  }

  /// Bytes that begin an escape, or end the path.
  private static let isSpecial: [Bool] = (0..<256).map { "\\&%#?".utf8.contains(UInt8($0)) }
  private static let endsObsidianPath: [Bool] = (0..<256).map { "#|^".utf8.contains(UInt8($0)) }

  private init?(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, !bytes.contains(0) else { return nil }
    isFolder = bytes.last == UInt8(ascii: "/")
    self.bytes = bytes
  }

  /// The path in `path#heading|alias`, as Obsidian reads it; the only escape is `\|`, for tables.
  private static func obsidian(_ text: ArraySlice<UInt8>) -> LinkPath? {
    var end = text.firstIndex { endsObsidianPath[Int($0)] } ?? text.endIndex
    let hasAlias = end < text.endIndex && text[end] == UInt8(ascii: "|")
    if hasAlias, end > text.startIndex, text[end - 1] == UInt8(ascii: "\\") { end -= 1 }
    var bytes = Array(text[..<end].drop(while: \.isBlank))
    while let last = bytes.last, last.isBlank { bytes.removeLast() }
    if bytes.first == UInt8(ascii: "/") { bytes.removeFirst() }
    return LinkPath(bytes)
  }

  /// Resolves backslash escapes and `&amp;` (sections 2.4 and 2.5).
  private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in text {
      if isEscaped, !byte.isASCIIPunctuation { bytes.append(UInt8(ascii: "\\")) }
      if byte == UInt8(ascii: "\\"), !isEscaped {
        isEscaped = true
        continue
      }
      isEscaped = false
      bytes.append(byte)
      if byte == UInt8(ascii: ";"), bytes.suffix(5).elementsEqual("&amp;".utf8) {
        bytes.removeLast(4)
      }
    }
    return isEscaped ? bytes + [UInt8(ascii: "\\")] : bytes
  }
}
