internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// Which notes may link to a note, by the names in their links.
///
/// A name that several notes have leads to all of them, and sealed notes are among them: whoever asks looks at the notes
/// and their links themselves.
final class LinkMap: Sendable {
  private let digest: LiveDigest<LinkNames>

  /// Follows the changes of a vault until it is stopped.
  init(_ live: LiveIndex) {
    digest = LiveDigest(
      live, queue: "page-links",
      LiveDigest.Reading(
        make: { index, vault in
          var names = LinkNames()
          for note in index.positions { Self.read(note, of: index, vault, into: &names) }
          return names
        },
        change: { names, ids, index, vault in
          for id in ids { names.remove(id) }
          for note in index.notes(withIDs: ids) { Self.read(note, of: index, vault, into: &names) }
        },
        isWorn: \.isWorn))
  }

  /// Whether an answer needs no wait.
  var isMade: Bool { digest.isMade }

  /// The notes with links that have the name of the note at `path`, and whether all are known; nil if the map is not
  /// made yet.
  ///
  /// - Parameter waits: makes it before the answer, else afterwards.
  func sources(
    linkingTo path: VaultPath, of vault: Vault, waits: Bool
  ) async throws -> (ids: Set<NoteID>, isCut: Bool)? {
    try await digest.value(of: vault, waits: waits).map { names in
      (names.sources(linkingTo: path), names.isCut)
    }
  }

  private static func read(
    _ note: VaultIndex.Position, of index: VaultIndex, _ vault: Vault,
    into names: inout LinkNames
  ) {
    let path = index.path(note)
    guard let bytes = try? vault.folder.read(path).bytes else { return }
    names.add(index.id(note), LinkNames.names(in: NoteDocument(bytes), of: path.parent))
  }
}
