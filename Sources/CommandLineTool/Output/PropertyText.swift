internal import VaultFormat

/// The value of a key as plain text.
enum PropertyText {
  /// Lists are joined by commas; empty if the key is missing.
  static func of(_ name: String, in frontMatter: FrontMatter?) -> String {
    frontMatter?.field(named: name).map { text(of: $0.value) } ?? ""
  }

  static func text(of node: YAMLNode) -> String {
    switch node.content {
    case .scalar(let text, _): text
    case .sequence(let items, _): items.map(text).joined(separator: ", ")
    case .mapping(let entries, _):
      "{" + entries.map { "\(text(of: $0.key)): \(text(of: $0.value))" }.joined(separator: ", ")
        + "}"
    }
  }
}
