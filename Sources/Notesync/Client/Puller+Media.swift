internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// Files of notes that arrived.
extension Puller {
  func take(
    _ media: WireMedia, of note: NoteObservation, at path: VaultPath,
    known: inout Acknowledgement, intake: MediaIntake
  ) throws {
    let id = note.id
    var media = media
    guard media.data.isBase64 else {
      return find(id, path, reason: .undecodableMedia(filename: media.filename))
    }
    if media.data.wasSkipped {
      let declared = media.normalizedChecksum ?? ""
      let action = note.action(onMedia: declared, for: purpose)
      switch action {
      case .leaveOut: return leaveOut(declared, &known)
      case .nothing:
        known.media.insert(declared)
        return
      case .take, .ignore:
        guard let file = file(with: declared) else {
          if media.data == .absent, action == .take, !isCut {
            find(id, path, reason: .missingData(filename: media.filename))
          }
          return
        }
        media.data = file
      }
    }
    if media.hasWrongChecksum { return try quarantine(media, of: id, at: path, known: &known) }
    let checksum = media.data.sha256
    if note.action(onMedia: checksum, for: purpose) == .leaveOut {
      return leaveOut(checksum, &known)
    }
    ledger.regain(media: checksum, of: id)
    if let written = try intake.add(media, naming: .byWire) { report.media.append(written) }
    known.media.insert(checksum)
    let head = try FileInput(media.data.file).read(ContentType.headSize)
    let ending = ContentType.arrivingExtension(
      of: head, kind: media.kind, contentType: media.contentType)
    if ContentType(of: head, fileExtension: ending.utf8) == nil {
      known.foreignMedia.insert(checksum)
    }
  }

  private func leaveOut(_ checksum: String, _ known: inout Acknowledgement) {
    known.media.insert(checksum)
    report.removedMediaCount += 1
  }

  /// A file of any note of the vault with this checksum.
  private func file(with checksum: String) -> ReceivedData? {
    for note in snapshot.notes.values {
      for media in note.media where media.sha256 == checksum {
        return ReceivedData(
          file: "\(vault.folder.path)/\(media.path.text)", size: media.size, sha256: checksum,
          isBase64: true)
      }
    }
    return nil
  }

  private func quarantine(
    _ media: WireMedia, of id: NoteID, at path: VaultPath, known: inout Acknowledgement
  ) throws {
    for checksum in [media.data.sha256, media.normalizedChecksum].compactMap(\.self) {
      known.media.insert(checksum)
      known.foreignMedia.insert(checksum)
    }
    let folder = NotesyncLayout.quarantine
    let head = try FileInput(media.data.file).read(ContentType.headSize)
    let ending = ContentType.arrivingExtension(
      of: head, kind: media.kind, contentType: media.contentType)
    guard let target = folder.appending("\(media.data.sha256).\(ending)".utf8) else { return }
    if try !vault.folder.exists(target) {
      try vault.folder.makeFolders(folder, permissions: 0o700)
      try SystemPath.move(media.data.file, to: "\(vault.folder.path)/\(target.text)")
      find(id, path, reason: .wrongChecksum(filename: media.filename, keptAs: target))
    }
  }
}
