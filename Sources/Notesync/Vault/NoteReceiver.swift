package import SystemCalls
package import VaultFormat
package import VaultStore

/// Writes received notes and media to a vault.
///
/// Holds the vault's `write` lock for its lifetime: made for one request or batch whose data are complete, never during
/// network access. Unchanged files are not written.
package struct NoteReceiver: ~Copyable {
  /// How files are named.
  package enum Naming: Hashable, Sendable {
    /// The name that `tl add` would give it.
    case asAdded
    /// From the received data and the vault's zone only, so that two devices write the same files.
    case byWire
  }

  let writer: NoteWriter
  let vault: Vault
  let zone: TimeZoneRules

  /// - Parameters:
  ///   - zone: that of the vault, in which times are written.
  ///   - operation: what the changes belong to; nil if `tl undo` is not to take them back.
  /// - Throws: as `NoteWriter` does.
  package init(
    _ vault: Vault, _ surroundings: Surroundings, zone: TimeZoneRules,
    timeout: LockTimeout? = nil, operation: OperationRecorder? = nil
  ) throws {
    writer = try NoteWriter(
      vault, surroundings, zone: zone, timeout: timeout, operation: operation)
    self.vault = vault
    self.zone = zone
  }
}

// MARK: - Notes

extension NoteReceiver {
  /// Writes a new note with the received id.
  ///
  /// The caller checks whether the vault has it already.
  ///
  /// - Returns: its path, and the bytes that were written.
  /// - Throws: a `ReceivingError`, a `StoreError`, an `EditError`; at most empty folders were made.
  package func add(
    _ note: WireNote, naming: Naming
  ) throws -> (path: VaultPath, bytes: [UInt8]) {
    guard let id = NoteID(note.id), !note.id.utf8.contains(0) else {
      throw ReceivingError.unusableID
    }
    let content = NoteContent(note)
    // The final line end, which is not synced; after CR alone, LF would become part of it.
    let end = content.text.utf8.last == UInt8(ascii: "\r") ? "\r\n" : "\n"
    var new = NewNote(text: content.text.isEmpty ? "" : content.text + end)
    new.id = id
    new.isPinned = content.isPinned
    new.tags = content.tags
    new.created = time(note.createdAt)
    new.updated = time(note.updatedAt)
    if naming == .byWire {
      new.tags.sort()
      new.nameSuffix = "-" + Self.shortName(of: note.id)
    }
    let written = try writer.create(new)
    return (written.path, written.document.bytes)
  }

  /// Sets a note's text, tags and pin to the received ones, and `updated` if it has that key.
  ///
  /// Everything else keeps its bytes. If text, tags and pin are unchanged nothing is written, whatever the times.
  ///
  /// - Parameters:
  ///   - provisionalID: the id to store in a note without one.
  ///   - isExpected: called with the current note before writing; false leaves it unchanged.
  /// - Returns: whether anything was written.
  /// - Throws: a `StoreError`, an `EditError`; the file is unchanged.
  package func update(
    _ path: VaultPath, with note: WireNote, provisionalID: NoteID? = nil,
    isExpected: (NoteContent) -> Bool = { _ in true }
  ) throws -> Bool {
    try change(path, with: note, provisionalID: provisionalID) { _, present in
      isExpected(present)
    }.isChange
  }

  /// Like `update`, but only if the note still has the content that the caller knows, or the received one.
  ///
  /// An unreadable note is not compared.
  ///
  /// - Parameter keep: called with the current file before its text is replaced by a different one.
  /// - Returns: the file's bytes; nil if the note has other content, which is then unchanged.
  /// - Throws: what `keep` throws, a `StoreError`, an `EditError`; the file is unchanged.
  package func replace(
    _ path: VaultPath, with note: WireNote, ifStill known: NoteContent,
    keep: (NoteDocument) throws -> Void
  ) throws -> [UInt8]? {
    let (wanted, known) = (NoteContent(note), known.hash)
    var isExpected = true
    var bare: [UInt8]?
    let change = try change(path, with: note, provisionalID: nil) { document, present in
      // The same version, after the front matter that was added.
      if let bare, document.frontMatter != nil, document.body.elementsEqual(bare) {
        return true
      }
      let isReadable = WireText.of(document) != nil && document.frontMatter?.problem == nil
      isExpected = !isReadable || present.hash == known || present.hash == wanted.hash
      guard isExpected else { return false }
      bare = document.frontMatter == nil ? Array(document.body) : nil
      if isReadable, !present.text.utf8.elementsEqual(wanted.text.utf8) { try keep(document) }
      return true
    }
    return isExpected ? change.new.bytes : nil
  }

  /// - Parameter isWelcome: called with the current note before writing, and again if it changes.
  private func change(
    _ path: VaultPath, with note: WireNote, provisionalID: NoteID?,
    _ isWelcome: (NoteDocument, NoteContent) throws -> Bool
  ) throws -> NoteChange {
    let wanted = NoteContent(note)
    let id = provisionalID ?? NoteID(note.id) ?? ProvisionalID.of(path)
    return try writer.edit(path, provisionalID: id, stampsUpdated: false) { document in
      let metadata = NoteMetadata(of: document, zone: zone)
      let text = WireText.of(document)
      let present = NoteContent(
        text: text ?? "", tags: metadata.tags, isPinned: metadata.isPinned)
      guard try isWelcome(document, present), text == nil || present.hash != wanted.hash else {
        return document
      }
      // Content that is not text cannot be compared, and must not be overwritten.
      if text == nil { _ = try writer.copyToTrash(path) }
      return try Self.applying(wanted, updated: time(note.updatedAt), to: document)
    }
  }

  /// Copies a version of a note to the trash; the note stays.
  package func copyToTrash(_ version: NoteDocument, of path: VaultPath) throws {
    _ = try writer.copyToTrash(path, version: version)
  }

  /// The note with another text.
  package func version(of path: VaultPath, saying text: String) throws -> NoteDocument {
    WireText.replacing(NoteDocument(try vault.folder.read(path).bytes), with: text)
  }

  /// A text for a note that no longer exists, as a separate note with its id.
  package static func version(ofLost id: NoteID, saying text: String) -> NoteDocument {
    let loser = NoteDocument(Array((text + "\n").utf8))
    let blob = BlobID.hex(of: loser.bytes)
    return ConflictCopy.document(of: loser, note: id, blob: blob, device: "app")
  }

  /// Moves a note with its media to the trash, and other notes along with it.
  ///
  /// - Throws: a `StoreError`; nothing has changed.
  package func remove(_ path: VaultPath, with companions: [VaultPath]) throws(StoreError) {
    _ = try writer.remove(path, with: companions)
  }

  /// Moves one of a note's media to the trash.
  package func remove(media: VaultPath) throws(StoreError) {
    _ = try writer.detach(media)
  }

  /// Brings a note, its media and what went along with it back from the trash.
  ///
  /// - Returns: its path.
  package func restore(_ entry: TrashEntry) throws(StoreError) -> VaultPath {
    try writer.restore(entry.number).path
  }

  private static func applying(
    _ wanted: NoteContent, updated: NoteTime, to document: NoteDocument
  ) throws -> NoteDocument {
    try document.checkEditable()
    let present = Set(NoteMetadata(of: document, zone: .utc).tags)
    let surplus = present.subtracting(wanted.tags)
    var document = document
    if !surplus.isEmpty { document = try document.removingTags(Array(surplus)) }
    document = try document.addingTags(wanted.tags.sorted())
    document = try document.settingPinned(wanted.isPinned)
    if let key = document.frontMatter?.field(of: .updated)?.name {
      document = try document.setting(key, to: .plain(updated.rfc3339))
    }
    return WireText.replacing(document, with: wanted.text)
  }

  /// Truncated to seconds, in the vault's zone.
  private func time(_ time: WireTime) -> NoteTime {
    let bounded = min(max(time, .earliest), .latest)
    return NoteTime(instant: bounded.seconds, zone: zone)
  }

  /// The part of a file name that distinguishes notes of one day and title.
  private static func shortName(of id: String) -> String {
    let plain = id.lowercased().utf8.filter { $0.isASCIIDigit || $0.isASCIILetter }
    guard plain.count >= 8, plain.count == id.utf8.count(where: { $0 != UInt8(ascii: "-") }) else {
      return String(SHA1.digest(of: Array(id.utf8)).hex.prefix(8))
    }
    return String(decoding: plain.prefix(8), as: UTF8.self)
  }
}

// MARK: - Media

extension NoteReceiver {
  /// A `MediaIntake` for the received files of one note.
  ///
  /// - Parameter hash: of a file of the note, in lower-case hex; read from the file where nil.
  package func intake(
    for path: VaultPath, hash: ((VaultPath) throws -> String)? = nil
  ) -> MediaIntake {
    let folder = vault.folder
    return MediaIntake(folder, note: path, operation: writer.operation) { file in
      try hash?(file) ?? MediaHashes.hash(of: FileInput(file, in: folder)).sha256
    }
  }

  static func name(of media: WireMedia, _ naming: Naming) throws -> String {
    let head = try FileInput(media.data.file).read(ContentType.headSize)
    let ending = ContentType.arrivingExtension(
      of: head, kind: media.kind, contentType: media.contentType)
    switch naming {
    case .byWire: return "\(plainName(of: media)).\(ending)"
    case .asAdded:
      let last = media.filename.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
      let stem = last.lastIndex(of: ".").map { String(last[..<$0]) } ?? last
      let readable = stem.unicodeScalars.contains {
        $0.properties.isAlphabetic || $0.properties.numericType != nil
      }
      return readable ? "\(stem).\(ending)" : "\(plainName(of: media)).\(ending)"
    }
  }

  /// The media's id if it is a plain word, else a hash of it.
  private static func plainName(of media: WireMedia) -> String {
    let isPlain = media.id.utf8.allSatisfy {
      $0.isASCIIDigit || $0.isASCIILetter || $0 == UInt8(ascii: "-")
        || $0 == UInt8(ascii: "_")
    }
    if isPlain, 1...64 ~= media.id.utf8.count, media.id.first != "-" { return media.id }
    return String(SHA1.digest(of: Array(media.id.utf8)).hex)
  }
}

/// Received data cannot be stored as a note.
package enum ReceivingError: Error, Hashable, Sendable {
  /// An id that front matter cannot hold: empty, or with U+0000.
  case unusableID
}

extension NoteReceiver {
  /// Keeps a version of a note beside it, as a conflict copy.
  ///
  /// A version is kept once: the id and name are derived from it.
  ///
  /// - Parameters:
  ///   - text: of the version; nil for the note's present version.
  ///   - origin: what wrote the version, for `conflict_from`.
  ///   - time: when it was last changed.
  /// - Returns: its path; nil if it exists already.
  package func keepCopy(
    of path: VaultPath, id: NoteID, text: WireNote?, origin: String, time: WireTime
  ) throws -> VaultPath? {
    let present = NoteDocument(try vault.folder.read(path).bytes)
    let loser = text.map { WireText.replacing(present, with: $0.text) } ?? present
    return try keepCopy(of: path, id: id, version: loser, origin: origin, time: time)
  }

  /// Keeps a version of a note beside it, as a conflict copy; see above.
  package func keepCopy(
    of path: VaultPath, id: NoteID, version loser: NoteDocument, origin: String, time: WireTime
  ) throws -> VaultPath? {
    let blob = BlobID.hex(of: loser.bytes)
    let copy = ConflictCopy.document(of: loser, note: id, blob: blob, device: origin)
    let target = ConflictCopy.path(of: path, device: origin, time: time.seconds)
    if try vault.folder.exists(target),
      try vault.folder.read(target).bytes == copy.bytes
    {
      return nil
    }
    return try writer.create(copy.bytes, at: target)
  }
}
