internal import SystemCalls
internal import VaultFormat
internal import VaultStore

extension EntryChecker {
  /// Reads and checks a whole note.
  mutating func check(_ file: ScannedFile) {
    guard let name = file.name.baseAddress else { return }
    let buffer = self.buffer
    do {
      try buffer.read(name, in: file.folder.descriptor, first: nil) { bytes, isWhole in
        guard isWhole else { return .needsRest }
        check(bytes, of: file)
        return .enough
      }
    } catch {
      report(file.path, .error, code: .unreadableFile, message: "the file cannot be read: \(error)")
    }
  }

  private mutating func check(_ bytes: UnsafeBufferPointer<UInt8>, of file: ScannedFile) {
    checkSize(Int64(bytes.count), file.path)
    let head = NoteHead(of: bytes, plain: &plain, zone: settings.zone)
    let text = TextCheck(bytes, head.layout, zone: settings.zone)
    if text.hasMarkersInLog { shard.markedLogs.append(file.path) }
    for finding in text.findings { shard.findings.append(LocatedFinding(file.path, finding)) }
    let isPlain = text.isOrdinary && head.isPlain && !settings.skipsFastPath
    if isPlain, !FieldCheck(settings: settings).mayHaveFindings(head, plain, in: bytes) {
      let id = head.id.map { UnsafeBufferPointer(rebasing: bytes[$0]) }
      let note = CheckedNote(
        hasMediaFolder: file.hasMediaFolder, isCompletable: text.isSafeToEdit,
        lacksCreated: head.created == nil,
        isSealed: settings.isSealed(until: head.opens) || head.conflictOf != nil)
      add(note, file, created: head.created, storedID: id)
    } else {
      checkDocument(bytes, of: file, text: text)
    }
    collectLinks(bytes, from: head.layout.bodyStart)
  }

  private mutating func checkDocument(
    _ bytes: UnsafeBufferPointer<UInt8>, of file: ScannedFile, text: TextCheck
  ) {
    let document = NoteDocument(Array(bytes))
    let metadata = NoteMetadata(of: document, zone: settings.zone)
    let check = FieldCheck(settings: settings)
    let own = check.findings(in: document, metadata)
    let isSealed = settings.isSealed(until: metadata.opens)
    let spellings = document.isEditable ? check.otherSpellings(in: document) : []
    let checked = CheckedKeys(
      path: file.path, original: metadata.conflictOf.flatMap { NoteID($0) },
      known: metadata.findings, others: own,
      spellings: spellings.map { .init(path: file.path, spelling: $0) })
    for finding in document.findings {
      shard.findings.append(LocatedFinding(file.path, finding))
    }
    if checked.original == nil || isSealed {
      shard.add(checked, isSealed: isSealed)
    } else {
      shard.copies.append(checked)
    }
    let isReadable = document.frontMatter?.problem == nil && !document.layout.isUnclosed
    let takesKeys = isReadable && document.frontMatter?.style != .flow
    // An id that is not text stays as the user wrote it.
    let hasOtherID = metadata.id == nil && document.hasValue(of: .id)
    let note = CheckedNote(
      hasMediaFolder: file.hasMediaFolder,
      isCompletable: takesKeys && text.isSafeToEdit && !hasOtherID,
      lacksCreated: isReadable && metadata.created == nil && !document.hasValue(of: .created),
      isSealed: isSealed || metadata.conflictOf != nil)
    let id = Array(metadata.id?.text.utf8 ?? "".utf8)
    id.withUnsafeBufferPointer { id in
      add(note, file, created: metadata.created, storedID: id.isEmpty ? nil : id)
    }
  }

  private mutating func add(
    _ note: CheckedNote, _ file: ScannedFile, created: NoteTime?,
    storedID: UnsafeBufferPointer<UInt8>?
  ) {
    guard shard.index.hasRoom else {
      return report(
        file.path, .error, code: .unreadableFile,
        message: "the vault holds more titles and paths than an index can")
    }
    // Conflict copies too: a copy of one may have what a sealed note has.
    if note.isSealed {
      let stored = storedID.flatMap { NoteID(String(decoding: $0, as: UTF8.self)) }
      shard.sealed.insert(stored ?? ProvisionalID.of(file.path))
    }
    var note = note
    var indexed = file.note(created: created, zone: settings.zone)
    note.lacksCreated = note.lacksCreated && indexed.flags.contains(.createdIsGuessed)
    if let storedID {
      indexed.flags.insert(.storesID)
      note.storedID = shard.index.store(storedID)
      shard.index.add(indexed, name: file.name, id: storedID)
    } else {
      Array(ProvisionalID.of(file.path).text.utf8).withUnsafeBufferPointer {
        shard.index.add(indexed, name: file.name, id: $0)
      }
    }
    shard.notes.append(note)
  }

  private mutating func collectLinks(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
    let note = Int32(truncatingIfNeeded: shard.notes.count - 1)
    var positions = PositionCounter(bytes)
    MarkdownLink.forEach(in: bytes, from: start) { link in
      let text = UnsafeBufferPointer(rebasing: bytes[link.destination])
      guard LinkPath.isRelative(text, link.kind), let range = shard.destinations.store(text)
      else { return }
      let position = positions.position(of: link.destination.lowerBound)
      shard.links.append(
        CheckedLink(
          note: note, kind: link.kind, destination: range,
          line: Int32(truncatingIfNeeded: position.line),
          column: Int32(truncatingIfNeeded: position.column)))
    }
  }
}

extension CheckShard {
  /// Adds the findings of conflict copies, which are sealed while their notes are.
  mutating func settleCopies(ofSealed sealed: Set<NoteID>) {
    for copy in copies { add(copy, isSealed: copy.original.map(sealed.contains) ?? false) }
    copies = []
  }

  fileprivate mutating func add(_ checked: CheckedKeys, isSealed: Bool) {
    let shown = isSealed ? checked.known.map(\.withoutValue) : checked.known + checked.others
    findings += shown.map { LocatedFinding(checked.path, $0) }
    if !isSealed { misspelled += checked.spellings }
  }
}

extension Finding {
  /// Without what stands behind the colon: the value of a key.
  fileprivate var withoutValue: Finding {
    var finding = self
    finding.message =
      message.firstRange(of: ": ").map { String(message[..<$0.lowerBound]) } ?? message
    return finding
  }
}
