package import VaultFormat

/// A change of what the values of a tracker are counted in, and how many are wanted.
package struct ValueChange: Hashable, Sendable {
  /// Empty for none; nil if it stays.
  package var unit: String?
  /// As a goal is written (docs/vault-format.md, rule E-5); empty for none, nil if it stays.
  package var goal: String?

  package init(unit: String? = nil, goal: String? = nil) {
    (self.unit, self.goal) = (unit, goal)
  }

  package func applied(to document: NoteDocument) throws(EditError) -> NoteDocument {
    var changed = document
    for (key, text) in [(PageKey.unit, unit), (.goal, goal)] {
      guard let text else { continue }
      changed =
        text.isEmpty
        ? try changed.removingAll(key) : try changed.setting(changed.name(of: key), to: .text(text))
    }
    return changed
  }
}
