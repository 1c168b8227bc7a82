internal import Journal
internal import VaultFormat
internal import Words

/// The value and the text of an event, as they are typed behind the name of its tracker.
struct EventWords: Equatable {
  /// As typed; empty without one.
  var value = ""
  var text = ""

  /// - Parameters:
  ///   - words: what stands behind the name: the first three, two or one are the value if they read as one.
  ///   - value: of `--value`, which leaves all words for the text.
  ///   - message: of `-m`, which leaves a value as the only word.
  ///   - unit: of the tracker.
  /// - Throws: a usage error for a value that is no number.
  init(_ words: [String], value: String?, message: String?, unit: String) throws {
    var rest = words[...]
    if let value {
      self.value = Self.spelledOut(value)
      guard Self.isValue(self.value, unit) else { throw Self.noNumber(value, unit) }
    } else if let first = rest.first {
      // `1.5 h` and `1h 30min` are several words.
      if let count = (1...3).last(where: { count in
        count <= words.count && Self.isValue(Self.spelledOut(words, count), unit)
      }) {
        self.value = Self.spelledOut(words, count)
        rest = rest.dropFirst(count)
      } else if Self.isMeantAsNumber(first) || message != nil {
        throw Self.noNumber(first, unit)
      }
    }
    if message != nil, let surplus = rest.first {
      throw Problem(
        usage: "'\(surplus)' stands beside -m, which is the text already",
        hint: "put all of the text into -m")
    }
    text = message ?? rest.joined(separator: " ")
  }

  private static func spelledOut(_ words: [String], _ count: Int) -> String {
    spelledOut(words[..<count].joined(separator: " "))
  }

  /// As files have it: `.5` is 0.5, and `+3` is 3.
  private static func spelledOut(_ value: String) -> String {
    let number = value.hasPrefix("+") ? value.dropFirst() : value[...]
    let sign = number.hasPrefix("-") ? "-" : ""
    let digits = number.dropFirst(sign.count)
    return sign + (digits.hasPrefix(".") ? "0" : "") + digits
  }

  private static func isValue(_ word: String, _ unit: String) -> Bool {
    (try? EventValue(word, unit: unit)) != nil
  }

  /// Whether it begins with a digit: `5,2`, `45m`, `14:00`, `,5`, `+3x`.
  ///
  /// A text that does is given by `-m`.
  private static func isMeantAsNumber(_ word: String) -> Bool {
    word.drop { "+-.,".contains($0) }.utf8.first.map { $0.isASCIIDigit } ?? false
  }

  private static func noNumber(_ word: String, _ unit: String) -> Problem {
    let dotted = word.replacing(",", with: ".")
    let isTime = EventValue.TimeUnit(rawValue: unit) != nil
    let form = isValue(dotted, unit) ? dotted : isTime ? "1h30min or 0.5" : "5.2 or 120/80"
    let unitHint = unit.isEmpty || isTime ? "" : ", with or without \(unit) behind it"
    let isLarge = Double(word) != nil
    return Problem(
      usage: isLarge
        ? "'\(word)' is not a number that can be counted" : "'\(word)' is not a number",
      hint: "write \(form)\(unitHint); -m \(word.shellWord) makes it a text")
  }
}

extension EventWords {
  /// Only a text.
  init(text: String) {
    self.text = text
  }

  /// One day or a time.
  ///
  /// - Parameter direction: which one a weekday or a day without a year is.
  /// - Throws: a usage error for anything longer.
  static func time(
    _ text: String, option: String, in vault: OpenVault,
    direction: DateExpression.Direction = .past
  ) throws -> NoteTime {
    let date = try DateExpression(
      text, now: vault.now.seconds, zone: vault.zone, direction: direction)
    guard date.isPoint else {
      throw Problem(
        usage: "\(option) needs one day or a time, and '\(text)' is longer",
        hint: "such as 'yesterday 18:30'")
    }
    return date.startTime(zone: vault.zone)
  }
}

/// Intervals on the command line.
enum IntervalWords {
  static func interval(_ text: String) throws -> TrackerInterval {
    do {
      return try TrackerInterval(text)
    } catch {
      throw Problem(error, of: text)
    }
  }
}
