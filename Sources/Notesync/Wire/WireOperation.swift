/// One change of one note.
package struct WireOperation: Hashable, Sendable {
  /// The first three mean the same.
  package enum Kind: String, CaseIterable, Sendable { case create, update, upsert, delete }

  package var id: String
  package var kind: Kind
  package var note: WireNote
  package var media: [WireMedia]
}
