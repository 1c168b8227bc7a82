/// The fields of a note that could be read.
package struct ReadableNote: Hashable, Sendable {
  package var id: String?
  package var text: String?
  package var isPinned: Bool?
  package var tags: [String]?
  package var createdAt: WireTime?
  package var updatedAt: WireTime?
  package var deletedAt: WireTime?

  package init() {}
}
