package import SystemCalls
package import VaultFormat

/// The changes of notes by commands and by notesync; a sync writes by `FileStage`, and ids and moved links by
/// `AtomicFileWriter`.
///
/// Holds the vault's `write` lock for its lifetime, so use it for local file work only, never during an editor, a
/// question or network access.
package struct NoteWriter: ~Copyable {
  package let vault: Vault
  package let now: NoteTime
  /// The zone of new times, and of times without an offset.
  package let zone: TimeZoneRules
  package let makeID: @Sendable () -> NoteID
  private let lock: VaultLock
  /// What the changes belong to; nil if they cannot be undone by `tl undo`.
  package let operation: OperationRecorder?
  private let taken = TakenNames()

  /// Waits for the lock.
  ///
  /// - Parameters:
  ///   - zone: of the vault.
  ///   - timeout: ten seconds if nil.
  ///   - operation: what the changes belong to; nil if `tl undo` is not to take them back.
  /// - Throws: `Vault.WriteRefusal` for a vault that must not be written to, a `StoreError` with `.locked` after the
  ///   timeout.
  package init(
    _ vault: Vault, _ surroundings: Surroundings, zone: TimeZoneRules, timeout: LockTimeout? = nil,
    operation: OperationRecorder? = nil
  ) throws {
    try vault.checkWritable()
    lock = try VaultLock(.write, of: vault.folder, timeout: timeout)
    self.vault = vault
    self.zone = zone
    self.operation = operation
    makeID = surroundings.makeID
    now = NoteTime(instant: surroundings.now(), zone: zone)
  }
}

// MARK: - Creating

extension NoteWriter {
  /// Writes a new note at the path of the vault's setting `path`, or with `-2`, `-3` … if that is taken on any file
  /// system.
  ///
  /// Does not read the rest of the vault. After an error nothing is there except perhaps empty folders.
  package func create(
    _ note: NewNote
  ) throws -> (path: VaultPath, id: NoteID, document: NoteDocument) {
    let id = note.id ?? note.ownID(zone: zone) ?? makeID()
    let document = try note.document(id: id, now: now)
    return (try write(document, at: path(of: note, document)), id, document)
  }

  /// Where a note goes if that is free.
  func path(of note: NewNote, _ document: NoteDocument) throws(StoreError) -> VaultPath {
    try note.path(of: document, by: vault.configuration.notePaths, now: now, zone: zone)
  }

  /// Writes the document of a new note at `path`, or with `-2`, `-3` … as `create` does.
  package func write(_ document: NoteDocument, at path: VaultPath) throws -> VaultPath {
    try claimPath(path) { try create($0, document.bytes) }
  }

  /// The first free path like `path` for which `claim` is true; makes its folder.
  ///
  /// - Parameter isSynced: whether a new folder is on disk afterwards.
  func claimPath(
    _ path: VaultPath, isSynced: Bool = true, _ claim: (VaultPath) throws -> Bool
  ) throws -> VaultPath {
    let (folder, wanted) = (
      path.parent, PortableName.made(from: String(decoding: path.name, as: UTF8.self))
    )
    if let folder { try vault.folder.makeFolders(folder, isSynced: isSynced) }
    let key = NameKey(wanted.text.utf8)
    var number = try taken.firstNumber(for: key, in: folder, of: vault.folder)
    while true {
      let name = number == 1 ? wanted : wanted.numbered(number)
      let path = VaultPath(in: folder, named: name.text.utf8)
      if try !isTaken(name, in: folder), try claim(path) {
        taken.take(NameKey(name.text.utf8), number: number, for: key, in: folder)
        return path
      }
      number += 1
    }
  }

  /// Whether a note with this name would clash with a file on some system, get the media folder that an earlier note
  /// left, or share one.
  private func isTaken(_ name: PortableName, in folder: VaultPath?) throws -> Bool {
    let names = (NoteName.extensions + [MediaFolder.ending]).map {
      NameKey(name.text.utf8.dropLast(3) + $0)
    }
    return try taken.hasOne(of: names, in: folder, of: vault.folder)
  }
}

// MARK: - Editing

extension NoteWriter {
  /// Changes a note's file with `change`, which receives the document and returns the new one.
  ///
  /// If that changes anything, the note also gets the keys of a note of tl: its id and `created` if it stores none, and
  /// `updated` set to now if it has that key. Values of these keys that tl cannot read stay, and front matter to which
  /// nothing can be added gets nothing. If `change` changes nothing, nothing is written. If another program saves the
  /// file meanwhile, `change` is called again with that version.
  ///
  /// - Parameters:
  ///   - provisionalID: the id to store in a note without one.
  ///   - stampsUpdated: false if the change is not one of content, or sets `updated` itself.
  /// - Throws: what `change` throws, an `EditError`, a `StoreError`; the file is unchanged.
  @discardableResult
  package func edit(
    _ path: VaultPath, provisionalID: NoteID, stampsUpdated: Bool = true,
    _ change: (NoteDocument) throws -> NoteDocument
  ) throws -> NoteChange {
    let replacement = try replace(path) { content in
      let old = NoteDocument(content.bytes)
      let new = try change(old)
      guard new.bytes != old.bytes else { return old.bytes }
      guard old.frontMatter == nil, new.frontMatter != nil else {
        return try completed(
          new, at: path, status: content.status, id: provisionalID, stampsUpdated: stampsUpdated
        ).bytes
      }
      // A new block has the order of new notes: id and created come first.
      return try change(
        completed(
          old, at: path, status: content.status, id: provisionalID, stampsUpdated: false)
      ).bytes
    }
    return NoteChange(
      path: path, old: NoteDocument(replacement.old.bytes), new: NoteDocument(replacement.new))
  }

  /// Stores the id and the time of creation if the note has none, is not a template, and they can be added, and sets
  /// `updated` if it has it.
  func completed(
    _ document: NoteDocument, at path: VaultPath, status: FileStatus, id: NoteID,
    stampsUpdated: Bool
  ) throws -> NoteDocument {
    guard document.isEditable else { return document }
    if document.frontMatter == nil { try checkText(document, at: path) }
    var document = document
    let metadata = NoteMetadata(of: document, zone: zone)
    let takesID = document.takesValue(for: .id)
    let takesCreated = document.takesValue(for: .created)
    let isTemplate = (takesID || takesCreated) && vault.templatePlaces().place(of: path) != nil
    if takesID, !isTemplate {
      document = try document.setting(document.name(of: .id), to: .text(id.text))
    }
    if takesCreated, !isTemplate {
      let created = vault.creationTime(metadata, at: path, status: status, zone: zone).time
      document = try document.setting(document.name(of: .created), to: .plain(created.rfc3339))
    }
    if stampsUpdated, let key = document.frontMatter?.field(of: .updated)?.name {
      document = try document.setting(key, to: .plain(now.rfc3339))
    }
    return document
  }

  /// Throws `.notText` if front matter would make a readable file unreadable.
  private func checkText(_ document: NoteDocument, at path: VaultPath) throws(StoreError) {
    let isUTF16 =
      document.bytes.starts(with: [0xFF, 0xFE]) || document.bytes.starts(with: [0xFE, 0xFF])
    if isUTF16 || document.bytes.contains(0) { throw StoreError(path.text, .notText) }
  }
}

extension NoteDocument {
  /// Whether a known key can be filled in: it has no value, and there is a place for it.
  fileprivate func takesValue(for key: KnownKey) -> Bool {
    if hasValue(of: key) { return false }
    // No key is added to a mapping in {…}.
    return frontMatter?.style != .flow || frontMatter?.field(of: key) != nil
  }
}

extension NoteWriter {
  /// Stores a setting of the vault, or removes it.
  ///
  /// - Parameter value: nil removes it.
  /// - Returns: whether anything changed.
  /// - Throws: a `SettingsEditError`, a `StoreError`; the file is unchanged.
  package func set(setting name: String, to value: FieldValue?) throws -> Bool {
    try editSettings { try $0.setting(name, to: value) }
  }

  /// Changes the settings of the vault; a file that is not there is made.
  ///
  /// - Parameter change: called again if another program saves the file meanwhile.
  /// - Returns: whether anything changed.
  /// - Throws: what `change` throws, a `StoreError`; the file is unchanged.
  package func editSettings(
    _ change: (SettingsDocument) throws -> SettingsDocument
  ) throws -> Bool {
    guard try vault.folder.exists(VaultLayout.configuration) else {
      let empty = SettingsDocument(Array(VaultConfiguration.initialText(timeZone: nil).utf8))
      let new = try change(empty)
      guard new != empty else { return false }
      return try create(VaultLayout.configuration, new.bytes)
    }
    return try replace(VaultLayout.configuration) { content in
      try change(SettingsDocument(content.bytes)).bytes
    }.isChange
  }
}

extension NoteWriter {
  /// Renames the media of a note so that they have an order, and changes the links to them in its text.
  ///
  /// Does not set `updated`. Links in other notes stay as they are.
  ///
  /// - Parameter names: file names in the wanted order; what is not among them follows in its present order, and what
  ///   is not there is left out.
  /// - Returns: whether anything was renamed.
  /// - Throws: a `StoreError`; the files before it are renamed, and the links to them changed.
  @discardableResult
  package func arrange(mediaOf path: VaultPath, as names: [[UInt8]]) throws -> Bool {
    guard let folder = MediaFolder(of: path) else { throw StoreError(path.text, .invalidName) }
    let files = try vault.folder.media(in: folder).files.map(\.path)
    let present = Dictionary(files.map { (Array($0.name), $0) }) { first, _ in first }
    var wanted: [VaultPath] = []
    for name in names {
      if let file = present[name], !wanted.contains(file) { wanted.append(file) }
    }
    guard !wanted.isEmpty else { return false }
    let known = Set(wanted)
    wanted += files.filter { !known.contains($0) }
    let fileNames = Set(present.keys)
    let others = try vault.folder.list(folder.path).map { Array($0.name) }
      .filter { !fileNames.contains($0) }
    let renamings = MediaOrder(wanted, others: others).renamings
    var done: [VaultPath: VaultPath] = [:]
    defer { _ = try? relink(path, after: done) }
    for renaming in renamings {
      try rename(renaming.old, to: renaming.new)
      done[renaming.old] = renaming.new
    }
    return !renamings.isEmpty
  }

  private func relink(_ path: VaultPath, after renamed: [VaultPath: VaultPath]) throws {
    guard !renamed.isEmpty else { return }
    try relink(path) { link, _ in
      for target in link.targets(from: path.parent) {
        if let new = renamed[target] { return NoteDocument.LinkTarget(new) }
      }
      guard link.isByName else { return nil }
      return renamed.first { link.leads(to: $0.key, from: path.parent) }
        .map { NoteDocument.LinkTarget($0.value) }
    }
  }
}

/// The result of an edit.
package struct NoteChange: Sendable {
  package var path: VaultPath
  package var old: NoteDocument
  package var new: NoteDocument

  package var isChange: Bool { old.bytes != new.bytes }
}
