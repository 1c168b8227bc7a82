internal import Synchronization
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// The number of conflict copies among the notes, for the head of every page.
///
/// Copies are known by their names, so that a vault without any is only looked through once for each state of it.
/// `/conflicts` looks at every file.
final class ConflictCount: Sendable {
  private let state = Mutex<(generation: UInt64, count: Int)?>(nil)
  /// More copies than this are not looked at; they count.
  private static let limit = 200

  func count(_ snapshot: LiveSnapshot, in vault: () throws -> Vault) -> Int {
    if let known = state.withLock({ $0 }), known.generation == snapshot.generation {
      return known.count
    }
    let index = snapshot.index
    let paths = index.notes(whereName: ConflictCopyName.isPossible).map(index.path)
      .filter { ConflictCopyName($0) != nil }
    var count = 0
    // A copy that was made a note of its own keeps its name.
    let folder = paths.isEmpty ? nil : try? vault().folder
    for path in paths {
      guard count < Self.limit, let folder, let content = try? folder.read(path, limit: 1 << 20)
      else {
        count += 1
        continue
      }
      let document = NoteDocument(content.bytes)
      let isMarked = document.frontMatter?.field(of: .conflictOf)?.value.text != nil
      if isMarked || !ConflictCopy.canMark(document) { count += 1 }
    }
    state.withLock { $0 = (snapshot.generation, count) }
    return count
  }
}
