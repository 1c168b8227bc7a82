internal import VaultFormat

/// Recognizes SVG, so that it is never taken for a harmless picture.
enum SVGText {
  /// How many bytes are searched for the root element.
  static let longestPrologue = 64 << 10

  /// Whether the first element of an XML text is `svg`, with any prefix.
  static func begins(_ bytes: [UInt8]) -> Bool {
    var text = asciiOf(bytes)[...]
    while true {
      text = text.drop { $0.isBlank || $0 == 0x0A || $0 == 0x0D }
      guard text.first == UInt8(ascii: "<") else { return false }
      if text.starts(with: "<!--".utf8) {
        guard let rest = skip(text, past: "-->") else { return false }
        text = rest
      } else if text.starts(with: "<?".utf8) {
        guard let rest = skip(text, past: "?>") else { return false }
        text = rest
      } else if text.starts(with: "<!".utf8) {
        guard let rest = skipDeclaration(text) else { return false }
        text = rest
      } else {
        return isSVG(text.dropFirst())
      }
    }
  }

  private static func isSVG(_ text: ArraySlice<UInt8>) -> Bool {
    let name = text.prefix { !$0.isBlank && ![0x0A, 0x0D, 0x2F, 0x3E].contains($0) }
    let local = name.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).last
    return local.map { $0.map { $0 | 0x20 }.elementsEqual("svg".utf8) } ?? false
  }

  /// Skips `<!DOCTYPE …>`, which may hold an internal subset in brackets.
  private static func skipDeclaration(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var depth = 0
    for index in text.indices {
      switch text[index] {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ">") where depth <= 0: return text[(index + 1)...]
      default: break
      }
    }
    return nil
  }

  private static func skip(_ text: ArraySlice<UInt8>, past end: String) -> ArraySlice<UInt8>? {
    let end = Array(end.utf8)
    guard let last = end.last else { return text }
    for index in text.indices.dropFirst(end.count - 1) where text[index] == last {
      if text[...index].suffix(end.count).elementsEqual(end) { return text[(index + 1)...] }
    }
    return nil
  }

  /// The text without a byte order mark; of UTF-16 only the lower bytes, which suffice for names.
  private static func asciiOf(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    let isLittle = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0x3C, 0x00])
    let isBig = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0x00, 0x3C])
    guard isLittle || isBig else { return bytes }
    let start = bytes.first == 0xFF || bytes.first == 0xFE ? 2 : 0
    return stride(from: start + (isLittle ? 0 : 1), to: bytes.count, by: 2).map { bytes[$0] }
  }
}
