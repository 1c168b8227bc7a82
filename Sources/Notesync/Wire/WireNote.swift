/// A note in the form of the protocol.
///
/// Ids are opaque and compared byte for byte.
package struct WireNote: Hashable, Sendable {
  package var id: String
  package var text: String
  package var isPinned: Bool
  package var tags: [String]
  package var createdAt: WireTime
  package var updatedAt: WireTime
  package var deletedAt: WireTime?

  package init(
    id: String, text: String, isPinned: Bool = false, tags: [String] = [], createdAt: WireTime,
    updatedAt: WireTime, deletedAt: WireTime? = nil
  ) {
    self.id = id
    self.text = text
    self.isPinned = isPinned
    self.tags = tags
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.deletedAt = deletedAt
  }
}
