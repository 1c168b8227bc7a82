internal import VaultFormat

/// What a setting lists: `ID: TEXT` for each key of a map, or names alone.
struct SettingEntries {
  struct Entry {
    let id: String
    /// Empty for a name alone.
    let text: String

    /// A title made of the id: `first-lantern` is `First lantern`.
    var title: String {
      let words = id.split { $0 == "-" || $0 == "_" || $0.isWhitespace }.joined(separator: " ")
      return words.prefix(1).uppercased() + words.dropFirst()
    }
  }

  /// In file order.
  private(set) var entries: [Entry] = []
  private(set) var problems: [SettingProblem] = []

  /// - Parameter name: of the setting.
  init(_ node: YAMLNode, of name: String) {
    switch node.content {
    case .mapping(let pairs, _):
      for pair in pairs { add(pair.key, pair.value, to: name) }
    case .sequence(let items, _):
      for item in items { add(item, nil, to: name) }
    case .scalar:
      if !node.isNull { add(node, nil, to: name) }
    }
  }

  private mutating func add(_ key: YAMLNode, _ value: YAMLNode?, to name: String) {
    guard !key.isNull, let id = key.text?.trimmingBlanks, !id.isEmpty else {
      return problems.report("\(name) has an entry without a name", at: key)
    }
    guard let value, !value.isNull else {
      entries.append(Entry(id: id, text: ""))
      return
    }
    guard let text = value.text else {
      return problems.report("\(name).\(id) is not a text", at: value)
    }
    entries.append(Entry(id: id, text: text.trimmingBlanks))
  }
}

extension SettingProblem {
  init(message: String, at node: YAMLNode) {
    self.init(message: message, offset: node.range.lowerBound)
  }
}

extension [SettingProblem] {
  mutating func report(_ message: String, at node: YAMLNode) {
    append(SettingProblem(message: message, at: node))
  }

  /// The entries of a setting that is a map; empty, and reported, if it is anything else.
  mutating func entries(of node: YAMLNode?, _ name: String) -> [YAMLNode.Entry] {
    guard let node, !node.isNull else { return [] }
    guard case .mapping(let entries, _) = node.content else {
      report("\(name) is not a list of keys and values", at: node)
      return []
    }
    return entries
  }
}

/// A part of a setting that cannot be read and has no effect.
package struct SettingProblem: Hashable, Sendable {
  /// Names the setting.
  package let message: String
  /// In bytes from the beginning of the settings.
  package let offset: Int
}

extension String {
  /// The text before parentheses at the end, and the text in them; nil if it does not end with parentheses.
  var partsAtParentheses: (before: String, inside: String)? {
    guard hasSuffix(")"), let open = lastIndex(of: "(") else { return nil }
    return (self[..<open].trimmingBlanks, self[index(after: open)...].dropLast().trimmingBlanks)
  }
}
