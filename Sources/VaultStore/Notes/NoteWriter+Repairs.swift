internal import System
package import VaultFormat

extension NoteWriter {
  /// Carries out a repair.
  ///
  /// It looks again first: where the reason is gone, nothing is done.
  ///
  /// Sets `updated` nowhere, for no content changes.
  ///
  /// - Returns: what was done, in order.
  /// - Throws: an `EditError`, a `StoreError`. What it is about is as it was then; of several leftovers, those
  ///   that were moved before stay in the trash.
  package func repair(_ repair: Repair) throws -> [Repair.Deed] {
    switch repair {
    case .storeID(let path, let id): try storeID(path, id)
    case .moveMedia(let folder, let target): try moveMedia(folder, to: target)
    case .putAway(let folder, _):
      try Trash(vault.folder).putLeftovers(in: folder, at: now.rfc3339).map { path, entry in
        entry.map { .putAway($0) } ?? .removedEmpty(path)
      }
    }
  }

  private func storeID(_ path: VaultPath, _ new: Repair.NewID) throws -> [Repair.Deed] {
    var deeds: [Repair.Deed] = []
    try AtomicFileWriter(vault.folder).replace(path) { content in
      deeds = []
      let document = NoteDocument(content.bytes)
      guard NoteMetadata(of: document, zone: zone).id == new.replacing else { return content.bytes }
      deeds = [.storedID(path, new.id)]
      return try document.setting(document.name(of: .id), to: .text(new.id.text)).bytes
    }
    return deeds
  }

  private func moveMedia(_ folder: VaultPath, to target: VaultPath) throws -> [Repair.Deed] {
    guard try vault.folder.status(folder)?.kind == .folder else { return [] }
    try checkFree(target, movingFrom: folder)
    try vault.folder.move(folder, to: target)
    return [.movedMedia(folder, to: target)]
  }
}

extension NoteDocument {
  /// Whether the file says anything in a known key, be it unreadable: what a person wrote is not replaced.
  package func hasValue(of key: KnownKey) -> Bool {
    frontMatter?.knownFields[key].map { !$0.value.isNull } ?? false
  }
}
