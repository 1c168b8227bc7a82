internal import SystemCalls
package import VaultFormat
package import VaultStore

/// A move or removal of notes and their media folders.
package struct NoteRelocation: Sendable {
  /// The old and new path of each note or media folder; a nil new path removes it.
  private var places: [(old: VaultPath, new: VaultPath?)] = []

  package init() {}

  /// Adds a note with its media folder.
  ///
  /// - Parameters:
  ///   - new: nil if the note is removed.
  ///   - vault: the vault before the move; a media folder that another note shares stays.
  package mutating func add(_ old: VaultPath, to new: VaultPath?, in vault: VaultFolder) {
    places.append((old, new))
    guard let media = MediaFolder(of: old),
      ((try? vault.status(media.path)) ?? nil)?.kind == .folder
    else { return }
    if let twin = media.twin, twin != new, (try? vault.exists(twin)) == true { return }
    places.append((media.path, new.flatMap { MediaFolder(of: $0)?.path }))
  }

  /// The path of a file after the move; nil if it is removed.
  func newPath(of path: VaultPath) -> VaultPath? {
    for (old, new) in places {
      if path == old { return new }
      guard path.isBelow(old) else { continue }
      return new.flatMap { VaultPath($0.bytes + path.bytes[old.bytes.count...]) }
    }
    return path
  }

  var oldPaths: [VaultPath] { places.map(\.old) }
  var newPaths: [VaultPath] { places.compactMap(\.new) }
}
