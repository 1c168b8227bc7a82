package import VaultFormat

/// A picture or a sound in a note's media folder.
package struct MediaContent: Hashable, Sendable {
  package var path: VaultPath
  /// Lower-case hex.
  package var sha256: String
  /// The size of the file in bytes.
  package var size: Int64
  package var type: MediaType
}
