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
