package import SystemCalls
package import VaultFormat
package import VaultStore

/// Writes what arrived into a vault.
///
/// Holds the vault's `write` lock for as long as it lives: made for one request or batch whose data are all here,
/// never across the network. What is not changed is not written.
package struct NoteReceiver: ~Copyable {
  /// How files are called.
  package enum Naming: Hashable, Sendable {
    /// As `tl add` would.
    case asAdded
    /// By what arrived and the vault's zone alone, so that two devices write the same files.
    case byWire
  }

  let writer: NoteWriter
  let vault: Vault
  let zone: TimeZoneRules

  /// - Parameter zone: that of the vault, in which times are written.
  /// - Throws: as `NoteWriter` does.
  package init(
    _ vault: Vault, _ surroundings: Surroundings, zone: TimeZoneRules,
    timeout: LockTimeout? = nil
  ) throws {
    writer = try NoteWriter(vault, surroundings, zone: zone, timeout: timeout)
    self.vault = vault
    self.zone = zone
  }
}

/// What arrived cannot be kept as a note.
package enum ReceivingError: Error, Hashable, Sendable {
  /// An id that a front matter cannot hold: empty, or with U+0000.
  case unusableID
}

// MARK: - Notes

extension NoteReceiver {
  /// Writes a new note with the id that arrived.
  ///
  /// Whether the vault has it already is the caller's question.
  ///
  /// - Throws: a `ReceivingError`, a `StoreError`, an `EditError`; nothing is there but perhaps empty folders.
  package func create(_ note: WireNote, _ naming: Naming) throws -> VaultPath {
    try add(note, naming: naming).path
  }

  /// As `create`; tells also the bytes that were written.
  package func add(
    _ note: WireNote, naming: Naming
  ) throws -> (path: VaultPath, bytes: [UInt8]) {
    guard let id = NoteID(note.id), !note.id.utf8.contains(0) else {
      throw ReceivingError.unusableID
    }
    let text = WireText.withoutNUL(note.text)
    // The final line end that does not travel; behind CR alone, LF would be one with it.
    let end = text.utf8.last == UInt8(ascii: "\r") ? "\r\n" : "\n"
    var new = NewNote(text: text.isEmpty ? "" : text + end)
    new.id = id
    new.isPinned = note.isPinned
    new.tags = Tag.unique(note.tags.compactMap { Tag(WireText.withoutNUL($0)) })
    new.created = time(note.createdAt)
    new.updated = time(note.updatedAt)
    if naming == .byWire {
      new.tags.sort()
      new.nameSuffix = "-" + Self.shortName(of: note.id)
    }
    let written = try writer.write(new)
    return (written.path, written.document.bytes)
  }

  /// Gives a note the text, tags and pin that arrived, and `updated` where it has that key.
  ///
  /// Everything else keeps its bytes. Where text, tags and pin are the note's own nothing is written, whatever the
  /// times say.
  ///
  /// - Parameters:
  ///   - provisionalID: what to store in a note that has no id.
  ///   - isExpected: asked with the note as it is in the moment of writing; false leaves it as it is.
  /// - Returns: whether anything was written.
  /// - Throws: a `StoreError`, an `EditError`; the file is as it was.
  package func update(
    _ path: VaultPath, with note: WireNote, provisionalID: NoteID? = nil,
    isExpected: (NoteContent) -> Bool = { _ in true }
  ) throws -> Bool {
    try change(path, with: note, provisionalID: provisionalID) { _, present in
      isExpected(present)
    }.isChange
  }

  /// As `update`, but only where the note still says what the caller knows of it, or what arrived already.
  ///
  /// A note that cannot be read is not compared.
  ///
  /// - Parameter keep: called before another text takes the place of the note's own, with the file as it is then.
  /// - Returns: the file's bytes; nil where the note says something else, which was left as it is.
  /// - Throws: what `keep` throws, a `StoreError`, an `EditError`; the file is as it was.
  package func replace(
    _ path: VaultPath, with note: WireNote, ifStill known: NoteContent,
    keep: (NoteDocument) throws -> Void
  ) throws -> [UInt8]? {
    let (wanted, known) = (NoteContent(note), known.hash)
    var isExpected = true
    var bare: [UInt8]?
    let change = try change(path, with: note, provisionalID: nil) { document, present in
      // The same version once more, behind the front matter that it had to get.
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

  /// - Parameter isWelcome: asked with the note as it is in the moment of writing, again where that changes.
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
      // What is no text cannot be compared, and must not be lost for the sake of one.
      if text == nil { _ = try writer.keptAside(path) }
      return try Self.applying(wanted, updated: time(note.updatedAt), to: document)
    }
  }

  /// Puts a version of a note into the trash, and leaves the note where it is.
  package func putAside(_ version: NoteDocument, of path: VaultPath) throws {
    _ = try writer.keptAside(path, version: version)
  }

  /// A note as it would be with another text.
  package func version(of path: VaultPath, saying text: String) throws -> NoteDocument {
    WireText.replacing(NoteDocument(try vault.folder.read(path).bytes), with: text)
  }

  /// A text for a note that is gone, as a note of its own that names it.
  package static func version(ofLost id: NoteID, saying text: String) -> NoteDocument {
    let loser = NoteDocument(Array((text + "\n").utf8))
    let blob = BlobID.hex(of: loser.bytes)
    return ConflictCopy.document(of: loser, note: id, blob: blob, device: "app")
  }

  /// Moves a note with its media to the trash.
  ///
  /// - Throws: a `StoreError`; all is as it was.
  package func remove(_ path: VaultPath) throws(StoreError) {
    _ = try writer.remove(path)
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
    if let key = document.frontMatter?.knownFields[.updated]?.name {
      document = try document.setting(key, to: .plain(updated.rfc3339))
    }
    return WireText.replacing(document, with: wanted.text)
  }

  /// Cut to the second, on the clocks of the vault.
  private func time(_ time: WireTime) -> NoteTime {
    let bounded = min(max(time, .earliest), .latest)
    return NoteTime(instant: bounded.seconds, zone: zone)
  }

  /// What tells notes of one day and title apart in the names of their files.
  private static func shortName(of id: String) -> String {
    let plain = id.lowercased().utf8.filter { 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 }
    guard plain.count >= 8, plain.count == id.utf8.count(where: { $0 != UInt8(ascii: "-") }) else {
      return String(SHA1.digest(of: Array(id.utf8)).hex.prefix(8))
    }
    return String(decoding: plain.prefix(8), as: UTF8.self)
  }
}

// MARK: - Media

extension NoteReceiver {
  /// For the files of one note that arrived.
  ///
  /// - Parameter hash: of a file of the note, in lower-case hex; read from the file where nil.
  package func intake(
    for path: VaultPath, hash: ((VaultPath) throws -> String)? = nil
  ) -> MediaIntake {
    let folder = vault.folder
    return MediaIntake(folder, note: path) { file in
      try hash?(file) ?? MediaHashes.hash(of: FileInput(file, in: folder)).sha256
    }
  }

  static func name(of media: WireMedia, _ naming: Naming) throws -> String {
    let head = try FileInput(media.data.file).read(MediaType.headSize)
    let ending = MediaType.arrivingExtension(
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

  /// The media's id where it is a plain word, else a word made of it.
  private static func plainName(of media: WireMedia) -> String {
    let isPlain = media.id.utf8.allSatisfy {
      0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 | 0x20 || $0 == UInt8(ascii: "-")
        || $0 == UInt8(ascii: "_")
    }
    if isPlain, 1...64 ~= media.id.utf8.count, media.id.first != "-" { return media.id }
    return String(SHA1.digest(of: Array(media.id.utf8)).hex)
  }
}
