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
    case .complete(let path, let completion): try complete(path, completion)
    case .moveMedia(let folder, let target): try moveMedia(folder, to: target)
    case .putAway(let folder):
      try Trash(vault.folder).putLeftovers(in: folder, at: now.rfc3339).map { .putAway($0) }
    }
  }

  private func complete(
    _ path: VaultPath, _ completion: Repair.Completion
  ) throws -> [Repair.Deed] {
    var deeds: [Repair.Deed] = []
    try AtomicFileWriter(vault.folder).replace(path) { content in
      deeds = []
      var document = NoteDocument(content.bytes)
      let metadata = NoteMetadata(of: document, zone: zone)
      if let id = completion.id, metadata.id == completion.replacing {
        document = try document.setting(document.name(of: .id), to: .text(id.text))
        deeds.append(.storedID(path, id))
      }
      let (created, isGuessed) = vault.creationTime(metadata, at: path, content.status, zone: zone)
      if completion.storesCreated, isGuessed, !document.hasValue(of: .created) {
        document = try document.setting(document.name(of: .created), to: .plain(created.rfc3339))
        deeds.append(.storedCreated(path, created))
      }
      return document.bytes
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
