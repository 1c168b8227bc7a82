package import VaultFormat

/// A category of a vault's settings.
package struct Category: Hashable, Sendable {
  package let name: String
  package let symbol: CategorySymbol?
  package let color: ColorName?

  package init(name: String, symbol: CategorySymbol? = nil, color: ColorName? = nil) {
    (self.name, self.symbol, self.color) = (name, symbol, color)
  }

  /// A name as it was typed, without blanks around it.
  package static func name(_ text: String) throws(CategoryProblem) -> String {
    let name = text.trimmingBlanks
    guard !name.isEmpty, !name.contains(where: \.isNewline) else { throw .isNoName }
    return name
  }

  /// The value in the settings: `📖 green`; empty without either.
  package var setting: String {
    [symbol?.text, color?.text].compactMap(\.self).joined(separator: " ")
  }

  /// Those with which tl starts, if you like.
  package static let defaults: [Category] = [
    ("Book", "book", "green"), ("Cooking", "fork.knife", "blue"), ("Day", "sun.min", "yellow"),
    ("Movie", "movieclapper", "pink"), ("Message", "message.badge.filled.fill", "brown"),
    ("List", "list.bullet", "gray"),
  ].map { name, symbol, color in
    // The file shows the emoji, which needs no table.
    Category(
      name: name, symbol: CategorySymbol(symbol).flatMap { CategorySymbol($0.emoji) },
      color: ColorName(color))
  }
}

/// The setting `categories` of a vault: a list of names, or a map of them to `[SYMBOL] [COLOUR]`, in any order, or to
/// `{symbol: …, color: …}`.
package struct CategorySettings: Sendable {
  /// In the order of the settings.
  package private(set) var categories: [Category] = []
  package private(set) var problems: [SettingProblem] = []
  private var places: [NameKey: Int] = [:]

  package init(_ setting: YAMLNode? = nil) {
    guard let setting, !setting.isNull else { return }
    switch setting.content {
    case .scalar: add(setting, nil)
    case .sequence(let items, _): for item in items { add(item, nil) }
    case .mapping(let entries, _): for entry in entries { add(entry.key, entry.value) }
    }
  }

  /// The category with a name, without regard to case and normal form.
  package subscript(name: String) -> Category? {
    places[NameKey(name.utf8)].map { categories[$0] }
  }

  private mutating func add(_ key: YAMLNode, _ value: YAMLNode?) {
    guard !key.isNull, let name = key.text?.trimmingBlanks, !name.isEmpty else {
      return problems.report("categories has an entry without a name", at: key)
    }
    guard self[name] == nil else {
      return problems.report("categories has \(name) twice; the first counts", at: key)
    }
    places[NameKey(name.utf8)] = categories.count
    let (symbol, color) = value.map { look($0, of: name) } ?? (nil, nil)
    categories.append(Category(name: name, symbol: symbol, color: color))
  }

  private mutating func look(
    _ node: YAMLNode, of name: String
  ) -> (CategorySymbol?, ColorName?) {
    var words: [(text: String, node: YAMLNode)] = []
    switch node.content {
    case .scalar(let text, _):
      words =
        node.isNull ? [] : text.split(whereSeparator: \.isWhitespace).map { (String($0), node) }
    case .mapping(let entries, _):
      let known = ["symbol", "icon", "color", "colour"]
      for entry in entries where !entry.value.isNull {
        if let key = entry.key.text, known.contains(key), let text = entry.value.text {
          words.append((text, entry.value))
        } else {
          problems.report("categories.\(name) has more than symbol and color", at: entry.key)
        }
      }
    case .sequence: problems.report("categories.\(name) is not a symbol and a colour", at: node)
    }
    var symbol: CategorySymbol?
    var color: ColorName?
    for (word, node) in words {
      if color == nil, let read = ColorName(word) {
        color = read
      } else if symbol == nil, let read = CategorySymbol(word) {
        symbol = read
      } else {
        problems.report(
          "categories.\(name): '\(word.clipped)' is not a symbol or a colour", at: node)
      }
    }
    return (symbol, color)
  }
}

/// The symbol of a category: an emoji, or one of eighteen names that Apple's apps have for symbols.
package struct CategorySymbol: Hashable, Sendable {
  /// As it is written: `fork.knife`.
  package let text: String
  /// The one to show: 🍴.
  package let emoji: String

  /// Nil for a word of ASCII that is not in the table.
  package init?(_ text: String) {
    self.text = text
    if let emoji = Self.table.first(where: { $0.name == text.lowercased() })?.emoji {
      self.emoji = emoji
    } else {
      guard let first = text.first, !first.isASCII, !text.contains(where: \.isWhitespace) else {
        return nil
      }
      emoji = String(first)
    }
  }

  /// A symbol as it was typed.
  package static func read(_ text: String) throws(CategoryProblem) -> CategorySymbol {
    guard let symbol = CategorySymbol(text) else { throw .isNoSymbol(text) }
    return symbol
  }

  package static var names: [String] { table.map(\.name) }

  private static let table: [(name: String, emoji: String)] = [
    ("book", "📖"), ("fork.knife", "🍴"), ("sun.min", "☀️"), ("movieclapper", "🎬"),
    ("message.badge.filled.fill", "💬"), ("list.bullet", "📋"), ("paperplane", "📨"),
    ("doc.text", "📄"), ("calendar", "📅"), ("brain.head.profile", "🧠"), ("lightbulb", "💡"),
    ("quote.bubble", "💭"), ("music.note", "🎵"), ("cart", "🛒"), ("tag", "🏷️"), ("house", "🏠"),
    ("heart", "❤️"), ("star", "⭐"),
  ]
}

/// Names of colours in the settings: `green`, or `#34C759`.
package struct ColorName: Hashable, Sendable {
  /// As it is written.
  package let text: String
  /// `34C759`, in upper case.
  package let hex: String

  /// Nil for anything else than a name of the table, without regard to case, and `#` with six digits.
  package init?(_ text: String) {
    self.text = text
    if let hex = Self.table.first(where: { $0.name.lowercased() == text.lowercased() })?.hex {
      self.hex = hex
    } else {
      let digits = text.dropFirst()
      guard text.hasPrefix("#"), digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
        digits.allSatisfy(\.isASCII)
      else { return nil }
      hex = digits.uppercased()
    }
  }

  /// A colour as it was typed.
  package static func read(_ text: String) throws(CategoryProblem) -> ColorName {
    guard let color = ColorName(text) else { throw .isNoColor(text) }
    return color
  }

  /// Red, green and blue.
  package var channels: (red: UInt8, green: UInt8, blue: UInt8) {
    let number = UInt32(hex, radix: 16) ?? 0
    return (
      UInt8(truncatingIfNeeded: number >> 16), UInt8(truncatingIfNeeded: number >> 8),
      UInt8(truncatingIfNeeded: number)
    )
  }

  /// The number of the nearest colour in the cube of 6 × 6 × 6 and the 24 grays that terminals have from 16 on.
  package var nearestOf256: Int {
    let (red, green, blue) = channels
    let wanted = [red, green, blue].map(Int.init)
    let steps = wanted.map { value in
      Self.cube.indices.min { abs(Self.cube[$0] - value) < abs(Self.cube[$1] - value) } ?? 0
    }
    let gray = min(max((wanted.reduce(0, +) / 3 - 3) / 10, 0), 23)
    func distance(_ colour: [Int]) -> Int {
      zip(colour, wanted).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }
    let ofCube = distance(steps.map { Self.cube[$0] })
    let ofGrays = distance(Array(repeating: 8 + 10 * gray, count: 3))
    return ofGrays < ofCube ? 232 + gray : 16 + 36 * steps[0] + 6 * steps[1] + steps[2]
  }

  /// The values of a channel in the cube, as xterm has them.
  private static let cube = [0, 95, 135, 175, 215, 255]

  package static var names: [String] { table.map(\.name) }

  private static let table: [(name: String, hex: String)] = [
    ("green", "34C759"), ("blue", "007AFF"), ("yellow", "FFCC00"), ("pink", "FF2D55"),
    ("brown", "A2845E"), ("gray", "8E8E93"), ("red", "FF3B30"), ("purple", "AF52DE"),
    ("orange", "FF9500"), ("teal", "30B0C7"), ("indigo", "5856D6"), ("mint", "00C7BE"),
    ("cyan", "32ADE6"), ("rose", "FA546B"), ("lightBlue", "ADD9E6"), ("darkGreen", "008000"),
  ]
}

/// Why categories cannot be changed as was wanted; each names the category as it is written, or what was given.
package enum CategoryProblem: Error, Hashable, Sendable {
  /// A name is one line, and not empty.
  case isNoName
  case isNoSymbol(String)
  case isNoColor(String)
  /// Neither the settings nor a note has it.
  case isUnknown(String)
  /// Only notes have it.
  case isNotInSettings(String)
  case isTaken(by: String)
  /// Notes have it.
  case isInUse(String, count: Int)
  case standsForItself(String)
}
