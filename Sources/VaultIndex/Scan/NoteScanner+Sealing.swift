internal import VaultFormat
internal import VaultStore

extension NoteScanner {
  /// When a note opens; nil unless it is sealed.
  func sealing(_ opens: CalendarDay?) -> CalendarDay? {
    guard let opens, let today, today < opens else { return nil }
    return opens
  }

  /// Adds what is shown of a sealed note.
  ///
  /// Its day and that it is sealed find it; its words, tags, media and keys do not.
  mutating func addSealed(
    until day: CalendarDay, _ bytes: UnsafeBufferPointer<UInt8>, of file: ScannedFile
  ) {
    let document = NoteDocument(Array(bytes)).sealed(until: day)
    let metadata = NoteMetadata(of: document, zone: zone)
    tags.clear()
    place = nil
    var note = file.note(created: metadata.created, zone: zone)
    note.set(updated: metadata.updated, date: metadata.date, isPinned: metadata.isPinned)
    note.flags.kind = metadata.kind
    note.flags.insert(.isSealed)
    note.isMatch = matcher.allows(sealed: note, document)
    document.bytes.withUnsafeBufferPointer { bytes in
      Array(document.title(metadata, at: file.path).utf8).withUnsafeBufferPointer { title in
        Array((metadata.id?.text ?? "").utf8).withUnsafeBufferPointer { id in
          store(
            &note, NoteParts(bytes: bytes, bodyStart: bytes.count, title: title, isPlain: false),
            storedID: id.isEmpty ? nil : id, order: metadata.order, opens: day,
            original: metadata.conflictOf.flatMap(NoteID.init), of: file)
        }
      }
    }
  }
}
