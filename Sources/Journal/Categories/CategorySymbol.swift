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
