extension YAMLNode {
  /// The value as plain text; the items of a list are joined by commas.
  package var plainText: String {
    switch content {
    case .scalar(let text, _): text
    case .sequence(let items, _): items.map(\.plainText).joined(separator: ", ")
    case .mapping(let entries, _):
      "{" + entries.map { "\($0.key.plainText): \($0.value.plainText)" }.joined(separator: ", ")
        + "}"
    }
  }
}
