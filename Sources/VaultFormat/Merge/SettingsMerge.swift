/// A three-way merge of a vault's settings, key by key, also inside a map such as `media` (docs/vault-format.md, rule
/// M-17).
///
/// Pure and symmetric, with the laws of `NoteMerge`.
package struct SettingsMerge: Sendable {
  package let outcome: NoteMerge.Outcome
  /// The merged file; after a conflict, with the values of the later side where the two differ.
  package let result: NoteDocument
  /// The decisions in file order.
  package let decisions: [NoteMerge.Decision]

  /// - Parameter base: the common ancestor; nil if there is none.
  package init(base: NoteDocument?, left: NoteMergeSide, right: NoteMergeSide) {
    let precedence = MergePrecedence(left, right)
    let originals = ThreeWay(
      base: base?.bytes ?? [], left: left.document.bytes, right: right.document.bytes)
    let ends = LineEndings.changed(originals, first: precedence.first)
    let texts = originals.map { ends?.applied(to: $0) ?? $0 }
    if let settled = originals.settled ?? texts.settled {
      (outcome, result, decisions) = (.merged, NoteDocument(settled), [])
    } else if let fields = Self.fields(texts, precedence) {
      outcome = fields.isConflict ? .conflict(loser: precedence.later.other) : .merged
      result = NoteDocument(fields.bytes)
      decisions = fields.decisions
    } else {
      let lines = LineMerge(base: texts.base, left: texts.left, right: texts.right).merged
      let isValid = lines.map { FrontMatter(settings: $0).problem == nil } ?? false
      let wereValid = [texts.left, texts.right].allSatisfy {
        FrontMatter(settings: $0).problem == nil
      }
      let merged = isValid || !wereValid ? lines : nil
      outcome = merged == nil ? .conflict(loser: precedence.later.other) : .merged
      result = NoteDocument(merged ?? texts[precedence.later])
      decisions = []
    }
  }

  /// Nil if a file is not lines of keys and values, or the merged lines would be read as something else.
  private static func fields(_ texts: ThreeWay<[UInt8]>, _ precedence: MergePrecedence)
    -> FrontMatterMerge?
  {
    let documents = texts.map { SettingsDocument($0).note }
    guard documents.base != nil, documents.left != nil, documents.right != nil else { return nil }
    let present = documents.map { $0 ?? NoteDocument([]) }
    guard let fields = FrontMatterMerge(present, precedence, table: .settings, zone: .utc),
      fields.matches(SettingsDocument(fields.bytes).note?.frontMatter)
    else { return nil }
    return fields
  }
}
