internal import Journal
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// A note or page that has a certain key, as it is on the disk now.
struct KeyedNote {
  let path: VaultPath
  let id: NoteID
  /// When it happened, or was written.
  let date: NoteTime
  /// Whether it is a page, such as that of a person.
  let isPage: Bool
  let document: NoteDocument
}

extension OpenVault {
  /// The notes and pages in which a key has a value, in no particular order.
  ///
  /// A file that cannot be read is left out.
  ///
  /// - Parameter query: what else has to hold.
  func notes(having key: KnownKey, _ query: NoteQuery = NoteQuery()) throws -> [KeyedNote] {
    var query = query
    query.properties.append(PropertyCondition(key.name, .present))
    return try notes(matching: query)
  }

  /// The notes and pages with a position, in whatever keys, in the same way.
  func notesWithPosition(_ query: NoteQuery = NoteQuery()) throws -> [KeyedNote] {
    var query = query
    query.properties.append(PropertyCondition(KnownKey.coordinates.name, .within(.earth)))
    return try notes(matching: query)
  }

  private func notes(matching query: NoteQuery) throws -> [KeyedNote] {
    let index = try scan(query, keepsText: false)
    return keyedNotes(index.positions, in: index)
  }

  /// The notes at these places as they are now; a file that cannot be read is left out.
  func keyedNotes(_ positions: [VaultIndex.Position], in index: VaultIndex) -> [KeyedNote] {
    positions.compactMap { position in
      let path = index.path(position)
      guard let bytes = try? vault.folder.read(path).bytes else { return nil }
      return KeyedNote(
        path: path, id: index.id(position), date: index[position].date,
        isPage: index[position].flags.kind != nil, document: NoteDocument(bytes))
    }
  }
}
