/// A form of days and times by the tokens of Obsidian (those of moment.js): `YYYY-MM-DD`, `dddd [at] HH:mm`.
package struct DatePattern: Hashable, Sendable {
  private enum Piece: Hashable, Sendable {
    case text(String)
    case token(Token)
  }

  private enum Token: String, CaseIterable, Sendable {
    case YYYY, YY, MMMM, MMM, MM, M, DD, D, dddd, ddd, HH, H, mm, ss, Z
  }

  private let pieces: [Piece]

  /// - Parameter keepsWords: whether a word that is not made of tokens alone stands for itself, as `daily` does, and not
  ///   for its letters.
  /// - Returns: nil for a token that tl does not know, such as that of the week.
  package init?(_ text: String, keepsWords: Bool = false) {
    var pieces: [Piece] = []
    var rest = text[...]
    while let first = rest.first {
      if first == "[", let end = rest.firstIndex(of: "]") {
        pieces.append(.text(String(rest[rest.index(after: rest.startIndex)..<end])))
        rest = rest[rest.index(after: end)...]
        continue
      }
      let word = rest.prefix { $0.isASCII && $0.isLetter }
      if word.isEmpty {
        pieces.append(.text(String(rest.removeFirst())))
        continue
      }
      rest = rest.dropFirst(word.count)
      if keepsWords {
        let tokens = Self.pieces(of: word)
        let isWord = tokens?.contains { if case .text = $0 { true } else { false } } ?? true
        pieces += isWord ? [.text(String(word))] : tokens ?? []
      } else {
        guard let read = Self.pieces(of: word) else { return nil }
        pieces += read
      }
    }
    self.pieces = pieces
  }

  /// Letters that begin a token of moment.js.
  private static let letters = Set("AaDdEeGgHhkLlMmNQSsWwXxYyZz")

  private static func pieces(of word: Substring) -> [Piece]? {
    var pieces: [Piece] = []
    var rest = word
    while let letter = rest.first {
      let run = rest.prefix { $0 == letter }
      rest = rest.dropFirst(run.count)
      if let token = Token(rawValue: String(run)), rest.first != "o" {
        pieces.append(.token(token))
      } else if letters.contains(letter) {
        return nil
      } else {
        pieces.append(.text(String(run)))
      }
    }
    return pieces
  }

  /// Whether two days have different texts, whatever they are.
  package var namesDay: Bool {
    let tokens = pieces.compactMap { if case .token(let token) = $0 { token } else { nil } }
    func hasOne(of wanted: [Token]) -> Bool { wanted.contains(where: tokens.contains) }
    return hasOne(of: [.YYYY, .YY]) && hasOne(of: [.MMMM, .MMM, .MM, .M])
      && hasOne(of: [.DD, .D])
  }

  package func text(for time: NoteTime) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .token(let token): Self.text(of: token, for: time)
      }
    }.joined()
  }

  private static func text(of token: Token, for time: NoteTime) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (day, second) = (time.day, time.secondOfDay)
    let year = "\(day)".prefix(4)
    switch token {
    case .YYYY: return String(year)
    case .YY: return String(year.suffix(2))
    case .MMMM: return MonthName.of(day)
    case .MMM: return String(MonthName.of(day).prefix(3))
    case .MM: return two(day.month)
    case .M: return "\(day.month)"
    case .DD: return two(day.day)
    case .D: return "\(day.day)"
    case .dddd: return weekdays[day.weekday.rawValue - 1]
    case .ddd: return String(weekdays[day.weekday.rawValue - 1].prefix(3))
    case .HH: return two(second / 3600)
    case .H: return "\(second / 3600)"
    case .mm: return two(second / 60 % 60)
    case .ss: return two(second % 60)
    case .Z:
      let minutes = abs(time.offset) / 60
      return "\(time.offset < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
    }
  }

  private static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
}
