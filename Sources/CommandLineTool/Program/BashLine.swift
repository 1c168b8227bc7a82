/// A command line of bash up to the cursor, split as bash does it.
///
/// Bash inserts candidates unchanged, so they are quoted here to fit the quotes that are open at
/// the cursor.
struct BashLine {
  enum Quote: Character {
    case single = "'"
    case double = "\""
  }

  /// The finished words without their quotes, `tl` among them.
  private(set) var words: [String] = []
  /// The last word, up to the cursor, without its quotes.
  private(set) var current = ""
  /// Quotes that are still open at the cursor.
  private(set) var openQuote: Quote?

  init(_ line: String) {
    var isEscaped = false
    var isInWord = false
    for character in line {
      if isEscaped {
        isEscaped = false
        // In double quotes a backslash before other characters stays.
        if openQuote == .double, !"$`\"\\".contains(character) { current.append("\\") }
        current.append(character)
      } else if let quote = openQuote {
        if character == quote.rawValue {
          openQuote = nil
        } else if character == "\\", quote == .double {
          isEscaped = true
        } else {
          current.append(character)
        }
      } else if character == "\\" {
        isEscaped = true
        isInWord = true
      } else if let quote = Quote(rawValue: character) {
        openQuote = quote
        isInWord = true
      } else if character == " " || character == "\t" || character == "\n" {
        if isInWord { words.append(current) }
        current = ""
        isInWord = false
      } else {
        current.append(character)
        isInWord = true
      }
    }
  }

  /// The quoted text that bash inserts for `word`.
  ///
  /// - Parameter replaced: the part of the typed word that bash replaces; it may begin behind a `:`, `=` or `@`.
  func insertion(of word: String, replacing replaced: String) -> String {
    let replacedCount = BashLine((openQuote.map { String($0.rawValue) } ?? "") + replaced).current
      .count
    let kept = max(0, current.count - replacedCount)
    return Self.quoted(word.dropFirst(kept), in: openQuote)
  }

  private static func quoted(_ text: Substring, in quote: Quote?) -> String {
    switch quote {
    case .single: text.map { $0 == "'" ? "'\\''" : String($0) }.joined()
    case .double:
      text.map { character in
        // The shell's history reads `!` in double quotes too.
        if character == "!" { return "\"'!'\"" }
        return "$`\"\\".contains(character) ? "\\\(character)" : String(character)
      }.joined()
    case nil: text.map { isPlain($0) ? String($0) : "\\\($0)" }.joined()
    }
  }

  private static func isPlain(_ character: Character) -> Bool {
    guard let byte = character.asciiValue else { return true }
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      return true
    default: return "_-./,:=@+%".utf8.contains(byte)
    }
  }
}
