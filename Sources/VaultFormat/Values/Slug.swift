/// Makes the path of a new note from its title (docs/vault-format.md, part V).
package enum Slug {
  /// The maximum length of a slug in bytes.
  package static let maximumLength = 60

  /// The words of a line in lower case, joined by `-`: letters, marks and digits of any script, in NFC.
  ///
  /// Empty if the line has no words.
  package static func of(_ line: String) -> String {
    var slug = ""
    var hasGap = false
    for scalar in Normalization.nfc(line.lowercased()).unicodeScalars {
      guard scalar.isWordPart else {
        hasGap = !slug.isEmpty
        continue
      }
      let width = UTF8.width(scalar) + (hasGap ? 1 : 0)
      if slug.utf8.count + width > maximumLength {
        return hasGap ? slug : withoutCutCharacter(slug, before: scalar)
      }
      if hasGap { slug += "-" }
      hasGap = false
      slug.unicodeScalars.append(scalar)
    }
    return slug
  }

  /// Returns the slug if `next` begins a new character, else the slug without the character that `next` continues.
  private static func withoutCutCharacter(_ slug: String, before next: Unicode.Scalar) -> String {
    var longer = slug
    longer.unicodeScalars.append(next)
    guard longer.count == slug.count else { return slug }
    let rest = slug.dropLast()
    let word = rest.last == "-" ? rest.dropLast() : rest
    // A single character that is too long for a slug is cut.
    return word.isEmpty ? slug : String(word)
  }

  /// The slug of a note made at `time`: `HHMMSS` if the line has no words.
  package static func of(_ line: String, at time: NoteTime) -> String {
    let slug = of(line)
    guard slug.isEmpty else { return slug }
    let clock = [time.secondOfDay / 3600, time.secondOfDay / 60 % 60, time.secondOfDay % 60]
    return clock.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
  }

  /// `YYYY-MM-DD-HHMMSS`.
  package static func of(_ time: NoteTime) -> String { "\(time.day)-\(of("", at: time))" }
}

extension Unicode.Scalar {
  /// Whether the scalar is a letter, a mark or a digit of any script.
  var isWordPart: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    default: false
    }
  }
}
