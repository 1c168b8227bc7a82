internal import VaultFormat

/// Finds `#tags` in text.
///
/// A tag follows a blank, an opening bracket or quote, or nothing, and consists of letters, marks and digits of any
/// script, `_`, `-` and `/`, at least one of them a letter. What it then means is the business of `Tag`
/// (docs/vault-format.md, part T).
enum TagScanner {
  /// The maximum length of a tag in bytes; longer ones are text.
  static let longest = 200

  /// The end of the tag whose `#` is at `start`; nil if there is none.
  ///
  /// - Parameter isFree: whether the text begins where a tag may begin.
  static func endOfTag(
    at start: Int, in text: UnsafeBufferPointer<UInt8>, isFree: Bool
  ) -> Int? {
    guard start == 0 ? isFree : mayFollow(text, before: start) else { return nil }
    var hasLetter = false
    var at = start + 1
    var end = at
    while at < text.count {
      let scalar = UTF8Scalar(in: text, at: at)
      guard let part = part(scalar.value) else { break }
      at += scalar.length
      if at - start > longest { return nil }
      if part == .letter { hasLetter = true }
      if part != .joiner { end = at }
    }
    return hasLetter ? end : nil
  }

  private enum Part { case letter, other, joiner }

  /// What a scalar is in a tag; nil if it ends one.
  private static func part(_ value: UInt32) -> Part? {
    switch value {
    case 0x2D, 0x2F, 0x200C, 0x200D: return .joiner
    case 0x5F: return .other
    case 0..<0x80:
      let byte = UInt8(truncatingIfNeeded: value)
      return byte.isASCIILetter ? .letter : byte.isASCIIDigit ? .other : nil
    default: break
    }
    guard let scalar = Unicode.Scalar(value) else { return nil }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
      return .letter
    case .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber, .otherNumber: return .other
    default: return nil
    }
  }

  private static func mayFollow(_ text: UnsafeBufferPointer<UInt8>, before end: Int) -> Bool {
    var start = end - 1
    while start > 0, end - start < 4, text[start] & 0xC0 == 0x80 { start -= 1 }
    guard let scalar = Unicode.Scalar(UTF8Scalar(in: text, at: start).value) else { return false }
    if scalar == "\"" || scalar == "'" { return true }
    if scalar.properties.isWhitespace { return true }
    switch scalar.properties.generalCategory {
    case .openPunctuation, .initialPunctuation: return true
    default: return false
    }
  }
}
