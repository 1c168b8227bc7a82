package import VaultFormat

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
      return report("categories has an entry without a name", at: key)
    }
    guard self[name] == nil else {
      return report("categories has \(name) twice; the first counts", at: key)
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
          report("categories.\(name) has more than symbol and color", at: entry.key)
        }
      }
    case .sequence: report("categories.\(name) is not a symbol and a colour", at: node)
    }
    var symbol: CategorySymbol?
    var color: ColorName?
    for (word, node) in words {
      if color == nil, let read = ColorName(word) {
        color = read
      } else if symbol == nil, let read = CategorySymbol(word) {
        symbol = read
      } else {
        report("categories.\(name): '\(word.clipped)' is not a symbol or a colour", at: node)
      }
    }
    return (symbol, color)
  }

  private mutating func report(_ message: String, at node: YAMLNode) {
    problems.append(SettingProblem(message: message, at: node))
  }
}
