internal import VaultFormat

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
