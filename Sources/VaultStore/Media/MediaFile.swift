package import VaultFormat

/// A file that belongs to a note.
package struct MediaFile: Hashable, Sendable {
  package var path: VaultPath
  package var kind: MediaKind
  /// The size of the file in bytes.
  package var size: Int64
}
