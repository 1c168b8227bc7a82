package import Notesync

/// An operation that was set aside, as far as it can be read.
package struct AsideOperation: Hashable, Sendable {
  /// From 0, in its request.
  package var index: Int
  package var reason: String
  package var isDelete: Bool
  package var note: ReadableNote
  package var media: [WireMedia]
}
