internal import VaultFormat

/// How many words a text has.
///
/// A word is a run of letters, marks and digits of any script; each Han, Hiragana or Katakana character is one by
/// itself. A mark belongs to what stands before it and is no word alone: so an emoji is none.
package enum WordCount {
  /// Allocates nothing.
  ///
  /// - Parameter text: UTF-8; what is not counts as a gap between words.
  package static func of(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    let bytes = UnsafeRawBufferPointer(text)
    let kinds = WordPart.ofLowScalars
    var (count, isInWord, at) = (0, false, 0)
    while at < text.count {
      if at &+ 8 <= text.count {
        let block = bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self).littleEndian
        if block & highs == 0 {
          let parts = wordBytes(block)
          let starts = parts & ~(parts << 8 | (isInWord ? 0x80 : 0))
          // The highest byte of the product is the sum of all bytes.
          count &+= Int(truncatingIfNeeded: ((starts >> 7) &* ones) >> 56)
          isInWord = parts >> 63 == 1
          at &+= 8
          continue
        }
      }
      let scalar = UTF8Scalar(in: text, at: at)
      at &+= scalar.length
      let isLow = scalar.value < kinds.count
      switch isLow ? kinds[Int(scalar.value)] : WordPart(scalar.value) {
      case .letter:
        if !isInWord { count &+= 1 }
        isInWord = true
      case .word:
        count &+= 1
        isInWord = false
      case .mark: break
      case .gap: isInWord = false
      }
    }
    return count
  }

  private static var ones: UInt64 { 0x0101_0101_0101_0101 }
  private static var highs: UInt64 { 0x8080_8080_8080_8080 }

  /// Sets the highest bit of each byte that is a letter or a digit, where all eight are ASCII.
  private static func wordBytes(_ block: UInt64) -> UInt64 {
    // No sum leaves its byte, since both parts are less than 128.
    func reaching(_ first: Unicode.Scalar, _ bytes: UInt64) -> UInt64 {
      bytes &+ ones &* UInt64(0x80 &- first.value)
    }
    let lower = block | ones &* 0x20
    let letters = reaching("a", lower) & ~reaching("{", lower)
    let digits = reaching("0", block) & ~reaching(":", block)
    return (letters | digits) & highs
  }
}

/// What a Unicode scalar is in a word.
enum WordPart: UInt8 {
  /// A letter or a digit, which may stand in a longer word.
  case letter
  /// A character that is a word by itself.
  case word
  /// Belongs to the character before it.
  case mark
  case gap

  /// Of the scalars of most alphabets, whose properties take longer to look up.
  static let ofLowScalars = (0..<0x2000).map { WordPart($0) }

  /// A gap for a value that is no scalar.
  init(_ value: UInt32) {
    switch value {
    // Han: iteration marks, numerals and ideographs. Hiragana and Katakana, also of half width.
    case 0x3005...0x3007, 0x3021...0x3029, 0x3038...0x303B, 0x3041...0x3096, 0x309D...0x309F,
      0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xF900...0xFAFF, 0xFF66...0xFF9D, 0x1AFF0...0x1B16F, 0x20000...0x3FFFD:
      self = .word
    // The sound marks of half width, which are letters by their category.
    case 0xFF9E, 0xFF9F: self = .mark
    // Syllables of Hangul.
    case 0xAC00...0xD7A3: self = .letter
    default: self = Unicode.Scalar(value).map(WordPart.init(category:)) ?? .gap
    }
  }

  private init(category scalar: Unicode.Scalar) {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber:
      self = .letter
    case .nonspacingMark, .spacingMark, .enclosingMark: self = .mark
    default: self = .gap
    }
  }
}
