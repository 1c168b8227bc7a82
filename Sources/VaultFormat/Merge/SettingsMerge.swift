/// Two changed versions of a vault's settings and what both began with, joined key by key, inside a map such as
/// `media` too (docs/vault-format.md, rule M-14).
///
/// Pure and symmetric as `NoteMerge`, with its laws.
package struct SettingsMerge: Sendable {
  package let outcome: NoteMerge.Outcome
  /// The merged file; after a conflict what the later side says where the two differ.
  package let result: NoteDocument
  /// In the order of the file.
  package let decisions: [NoteMerge.Decision]

  /// - Parameter base: what both sides began with; nil for an empty base.
  package init(base: NoteDocument?, left: NoteMergeSide, right: NoteMergeSide) {
    let precedence = MergePrecedence(left, right)
    let originals = ThreeWay(
      base: base?.bytes ?? [], left: left.document.bytes, right: right.document.bytes)
    let ends = LineEnds.changed(originals, first: precedence.first)
    let texts = originals.map { ends?.applied(to: $0) ?? $0 }
    if let settled = originals.settled ?? texts.settled {
      (outcome, result, decisions) = (.merged, NoteDocument(settled), [])
    } else if let fields = Self.fields(texts, precedence) {
      outcome = fields.isConflict ? .conflict(loser: precedence.later.other) : .merged
      result = NoteDocument(fields.bytes)
      decisions = fields.decisions
    } else {
      let lines = LineMerge(base: texts.base, left: texts.left, right: texts.right).merged
      let isSound = lines.map { FrontMatter(settings: $0).problem == nil } ?? false
      let wasSound = [texts.left, texts.right].allSatisfy {
        FrontMatter(settings: $0).problem == nil
      }
      let merged = isSound || !wasSound ? lines : nil
      outcome = merged == nil ? .conflict(loser: precedence.later.other) : .merged
      result = NoteDocument(merged ?? texts[precedence.later])
      decisions = []
    }
  }

  /// Nil where a file is not lines of keys and values, or both together would be read as something else.
  private static func fields(_ texts: ThreeWay<[UInt8]>, _ precedence: MergePrecedence)
    -> FieldsMerge?
  {
    let documents = texts.map(framed)
    guard documents.base != nil, documents.left != nil, documents.right != nil else { return nil }
    let present = documents.map { $0 ?? NoteDocument([]) }
    guard let fields = FieldsMerge(present, precedence, table: .settings, zone: .utc),
      fields.isFound(in: framed(fields.bytes)?.frontMatter)
    else { return nil }
    return fields
  }

  /// The file as the front matter of a note; nil where it holds what would end that, or a byte order mark.
  private static func framed(_ text: [UInt8]) -> NoteDocument? {
    let fence = Array("---\n".utf8)
    let isTerminated = text.isEmpty || text.last == UInt8(ascii: "\n")
    let lines = isTerminated ? text : text + [UInt8(ascii: "\n")]
    let document = NoteDocument(fence + lines + fence)
    guard document.frontMatter?.range == fence.count..<(fence.count + lines.count),
      !text.starts(with: [0xEF, 0xBB, 0xBF])
    else { return nil }
    return document
  }
}
