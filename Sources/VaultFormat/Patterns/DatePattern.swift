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
    case .dddd: return day.weekday.name
    case .ddd: return String(day.weekday.name.prefix(3))
    case .HH: return two(second / 3600)
    case .H: return "\(second / 3600)"
    case .mm: return two(second / 60 % 60)
    case .ss: return two(second % 60)
    case .Z:
      let minutes = abs(time.offset) / 60
      return "\(time.offset < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
    }
  }
}

/// Where new notes go: the setting `path` of a vault, such as `{{category}}/YYYY/YYYY-MM-DD-{{title}}.md`
/// (docs/vault-format.md, rule V-8).
package struct NotePaths: Hashable, Sendable {
  private enum Piece: Hashable, Sendable {
    case time(DatePattern)
    case value(Value)
  }

  private enum Value: String, Sendable {
    case title, category, template
  }

  /// The pieces of each part of the path.
  private let parts: [[Piece]]

  /// Without the setting.
  package static let usualText = "YYYY/MM/YYYY-MM-DD-{{title}}.md"
  package static let usual = NotePaths(usualText) ?? NotePaths(parts: [[.value(.title)]])

  private init(parts: [[Piece]]) {
    self.parts = parts
  }

  /// - Parameter text: tokens of `DatePattern`, of which a word that is not made of them alone stands for itself, and
  ///   `{{title}}`, `{{category}}` and `{{template}}`; with or without `.md`.
  /// - Returns: nil if the name of the file does not begin with a date, without which it would be the title of the note
  ///   (rule K-6), for an unknown placeholder, and for a path that leads out of the vault or to a place that is not for
  ///   notes.
  package init?(_ text: String) {
    let stem = text.hasSuffix(".md") ? String(text.dropLast(3)) : text
    var parts: [[Piece]] = []
    for part in stem.split(separator: "/", omittingEmptySubsequences: false) {
      var pieces: [Piece] = []
      for piece in Placeholder.pieces(of: part) {
        switch piece {
        case .text(let text):
          guard let pattern = DatePattern(text, keepsWords: true) else { return nil }
          pieces.append(.time(pattern))
        case .placeholder(let name, _):
          guard let value = Value(rawValue: name) else { return nil }
          pieces.append(.value(value))
        }
      }
      parts.append(pieces)
    }
    self.parts = parts
    let day = NoteTime(day: CalendarDay(clamping: 0), secondOfDay: 0, zone: .utc)
    // With other values a path differs in slugs, digits and names of months only.
    for (category, template) in [("b", "c"), ("b", ""), ("", "c"), ("", "")] {
      let names = names(title: "a", time: day, category: category, template: template)
        .filter { !$0.isEmpty || category != "" && template != "" }
      guard let path = VaultPath(names.joined(separator: "/") + ".md"), path.isSafeForNotes,
        path.stem.withUnsafeBufferPointer({ FileNameDate.length(inStem: $0) }) > 0
      else { return nil }
    }
  }

  /// The path of a note without its extension.
  ///
  /// A folder that would have no name is left out, blanks at the ends of names are too, and a note whose title has no words gets its clock time, `HHMMSS`.
  /// Values are in the form of `Slug`.
  package func stem(
    title: String, time: NoteTime, category: String? = nil, template: String? = nil
  ) -> String {
    let names = names(title: title, time: time, category: category, template: template)
    let folders = names.dropLast().filter { !$0.isEmpty }.map { PortableName.made(from: $0).text }
    return (folders + names.suffix(1)).joined(separator: "/")
  }

  private func names(
    title: String, time: NoteTime, category: String?, template: String?
  ) -> [String] {
    parts.map { pieces in
      pieces.map { piece in
        switch piece {
        case .time(let pattern): pattern.text(for: time)
        case .value(.title): Slug.of(title, at: time)
        case .value(.category): Slug.of(category ?? "")
        case .value(.template): Slug.of(template ?? "")
        }
      }.joined().trimmingBlanks
    }
  }
}

extension VaultPath {
  /// Whether every part is a name on all systems, none begins with a dot, and no folder is one of media.
  package var isSafeForNotes: Bool {
    text.split(separator: "/").allSatisfy { part in
      !part.hasPrefix(".") && !part.hasSuffix(".media")
        && PortableName.problems(of: String(part)).isEmpty
    }
  }
}

/// The parts of a line of a template.
package enum Placeholder {
  package enum Piece: Hashable {
    case text(String)
    /// The name without blanks around it, and the whole as it is written.
    case placeholder(String, written: String)
  }

  package static func pieces(of line: Substring) -> [Piece] {
    var pieces: [Piece] = []
    var rest = line
    while let open = rest.firstRange(of: "{{"),
      let close = rest[open.upperBound...].firstRange(of: "}}")
    {
      if open.lowerBound > rest.startIndex {
        pieces.append(.text(String(rest[..<open.lowerBound])))
      }
      let name = rest[open.upperBound..<close.lowerBound].trimmingBlanks
      pieces.append(
        .placeholder(name, written: String(rest[open.lowerBound..<close.upperBound])))
      rest = rest[close.upperBound...]
    }
    if !rest.isEmpty { pieces.append(.text(String(rest))) }
    return pieces
  }
}
