internal import Journal
internal import VaultFormat

/// The value and the text of an event, as they are typed behind the name of its tracker.
struct EventWords: Equatable {
  /// As typed; empty without one.
  var value = ""
  var text = ""

  /// - Parameters:
  ///   - words: what stands behind the name: the first one is the value if it reads as one.
  ///   - value: of `--value`, which leaves all words for the text.
  ///   - message: of `-m`, which leaves a value as the only word.
  ///   - unit: of the tracker.
  /// - Throws: a usage error for a value that is no number.
  init(_ words: [String], value: String?, message: String?, unit: String) throws {
    var rest = words[...]
    if let value {
      guard Self.isValue(value, unit) else {
        throw CommandError(
          "'\(value)' is not a number that can be counted",
          hint: "such as 5.2, 120/80, or 1h30min where the unit is h, min or s",
          status: .wrongUsage)
      }
      self.value = value
    } else if let first = rest.first {
      if Self.isValue(first, unit) {
        self.value = first
        rest = rest.dropFirst()
      } else if Self.isMeantAsNumber(first) || message != nil {
        let dotted = first.split(separator: ",", omittingEmptySubsequences: false)
          .joined(separator: ".")
        let other = Self.isValue(dotted, unit) ? "write \(dotted); " : ""
        throw CommandError(
          "'\(first)' is not a number", hint: "\(other)-m \"\(first)\" makes it a text",
          status: .wrongUsage)
      }
    }
    if message != nil, let surplus = rest.first {
      throw CommandError(
        "'\(surplus)' stands beside -m, which is the text already",
        hint: "put all of the text into -m", status: .wrongUsage)
    }
    text = message ?? rest.joined(separator: " ")
  }

  private static func isValue(_ word: String, _ unit: String) -> Bool {
    (try? EventValue(word, unit: unit)) != nil
  }

  /// Digits, points and commas: `5,2`, `1.2.3`.
  private static func isMeantAsNumber(_ word: String) -> Bool {
    word.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
      && word.utf8.contains(where: \.isASCIIDigit)
  }
}

extension EventWords {
  /// Only a text.
  init(text: String) {
    self.text = text
  }
}
