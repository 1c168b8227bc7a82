internal import SystemCalls
package import VaultFormat

/// Removed notes and media, in `.tl/local/trash/`, with one folder per entry: `record` has its kind and origin,
/// `files/` the file under its own name.
///
/// The record is on disk before anything moves, so after a crash the file is either in place or in the trash with its
/// origin. The caller holds the `write` lock.
package struct Trash {
  let vault: VaultFolder
  let folder: NumberedFolder

  package init(_ vault: VaultFolder) {
    self.vault = vault
    folder = NumberedFolder(vault: vault, path: VaultLayout.trash)
  }

  static let recordName = Array("record".utf8)
  static let filesName = Array("files".utf8)
}

// MARK: - Adding

extension Trash {
  /// Moves a note and its media folder to the trash.
  ///
  /// Media that are missing, or cannot be moved, do not stop it.
  ///
  /// - Parameters:
  ///   - owner: the note that it goes along with.
  ///   - time: RFC 3339.
  /// - Throws: if the note itself could not be moved; nothing has changed then.
  package func put(
    note path: VaultPath, with owner: NoteID? = nil, at time: String
  ) throws(StoreError) -> TrashResult {
    var result = TrashResult(entry: try put(path, .note, at: time, note: owner))
    guard let media = MediaFolder(of: path), let files = result.entry.file?.parent,
      let target = files.appending(media.path.name)
    else { return result }
    do {
      switch try vault.status(media.path)?.kind {
      case .folder?: break
      case .link?:
        result.leftovers = [StoreError(media.path.text, .link)]
        return result
      default: return result
      }
      if let twin = media.twin, try vault.exists(twin) {
        result.twin = twin
        return result
      }
    } catch {
      result.leftovers = [error]
      return result
    }
    result.leftovers = vault.transferFolder(media.path, to: target)
    if (try? vault.exists(target)) == true { result.entry.media = target }
    return result
  }

  /// Moves a single file to the trash; nothing changes if it fails.
  ///
  /// - Parameter time: RFC 3339.
  package func put(
    media path: VaultPath, at time: String
  ) throws(StoreError) -> TrashEntry {
    try put(path, .media, at: time, note: noteID(ofMediaAt: path))
  }

  /// Nil without a note that can be read.
  private func noteID(ofMediaAt path: VaultPath) -> NoteID? {
    guard let folder = path.parent else { return nil }
    for note in MediaFolder.notes(ofFolder: folder) {
      guard let bytes = try? vault.read(note).bytes else { continue }
      return NoteDocument(bytes).storedID ?? ProvisionalID.of(note)
    }
    return nil
  }

  /// Moves one file with a hidden name to the trash: it may be the only copy of what an editor saved.
  ///
  /// - Parameter time: RFC 3339.
  package func put(
    leftover path: VaultPath, at time: String
  ) throws(StoreError) -> TrashEntry {
    try put(path, .leftover, at: time)
  }

  /// Moves leftovers of interrupted writes in a folder (nil: the root) to the trash: one may be the only copy of what
  /// an editor saved at that moment.
  ///
  /// Empty files are removed.
  ///
  /// - Parameter time: RFC 3339.
  package func putLeftovers(
    in folder: VaultPath?, at time: String
  ) throws(StoreError) -> [(path: VaultPath, entry: TrashEntry?)] {
    var put: [(path: VaultPath, entry: TrashEntry?)] = []
    for entry in try vault.list(folder)
    where entry.kind == .file && VaultLayout.isTemporary(name: entry.name) {
      guard let path = folder?.appending(entry.name) ?? VaultPath(entry.name) else { continue }
      if try vault.status(path)?.size == 0 {
        try vault.removeFile(path)
        put.append((path, nil))
      } else {
        put.append((path, try self.put(path, .leftover, at: time)))
      }
    }
    return put
  }

  /// Writes the text of a note, or of another file, to the trash.
  ///
  /// After an error nothing has changed.
  ///
  /// - Parameter time: RFC 3339.
  package func put(
    version bytes: [UInt8], of path: VaultPath, as what: TrashEntry.What = .note, at time: String
  ) throws(StoreError) -> TrashEntry {
    return try put(TrashEntry(number: 0, what: what, origin: path, time: time)) {
      file throws(StoreError) in
      _ = try AtomicFileWriter(vault).create(file, bytes)
    }
  }

  private func put(
    _ path: VaultPath, _ what: TrashEntry.What, at time: String, note: NoteID? = nil
  ) throws(StoreError) -> TrashEntry {
    switch try vault.status(path)?.kind {
    case .file?: break
    case .link?: throw StoreError(path.text, .link)
    case let kind?: throw StoreError(path.text, .wrongKind(kind, wanted: .file))
    case nil: throw StoreError(path.text, .system(.missing(.status)))
    }
    let origin = Self.origin(of: path, what)
    return try put(TrashEntry(number: 0, what: what, origin: origin, time: time, note: note)) {
      file throws(StoreError) in
      try vault.transferFile(path, to: file)
    }
  }

  /// - Parameter fill: moves the file to its place, or throws.
  private func put(
    _ entry: TrashEntry, _ fill: (VaultPath) throws(StoreError) -> Void
  ) throws(StoreError) -> TrashEntry {
    var entry = entry
    let place = try makePlace(&entry)
    guard let record = place.appending(Self.recordName),
      let files = place.appending(Self.filesName), let file = files.appending(entry.origin.name)
    else { throw StoreError(entry.origin.text, .invalidName) }
    do throws(StoreError) {
      try vault.makeFolders(files)
      _ = try AtomicFileWriter(vault).create(record, Self.record(of: entry).bytes)
      try fill(file)
      entry.file = file
      return entry
    } catch {
      // What has arrived may be the only copy: the disk can fail after a move.
      if (try? vault.exists(file)) == false { try? vault.removeTree(place) }
      throw error
    }
  }

  /// A leftover is restored as a visible text that is not a note.
  private static func origin(of path: VaultPath, _ what: TrashEntry.What) -> VaultPath {
    guard what == .leftover else { return path }
    let number = path.name.dropFirst(VaultLayout.temporaryPrefix.count)
    return path.replacingName(with: Array("recovered-".utf8) + number + Array(".txt".utf8)) ?? path
  }

  private func makePlace(_ entry: inout TrashEntry) throws(StoreError) -> VaultPath {
    try vault.makeFolders(VaultLayout.trash)
    entry.number = try folder.next()
    while true {
      let place = try folder.child("\(entry.number)")
      if try vault.makeFolder(place) { return place }
      entry.number += 1
    }
  }
}

// MARK: - Entries

extension Trash {
  /// In the order of their numbers.
  ///
  /// Folders without a file, from a crash or an interrupted restore, are left out.
  package func entries() throws(StoreError) -> [TrashEntry] {
    var entries: [TrashEntry] = []
    for number in try folder.numbers() {
      if let entry = try entry(number) { entries.append(entry) }
    }
    return entries
  }

  /// What went along with the note of an entry.
  func companions(of number: Int) throws(StoreError) -> [TrashEntry] {
    guard let entry = try entry(number), entry.what == .note, let file = entry.file,
      entry.origin.parent != VaultLayout.drafts
    else { return [] }
    let all = try entries().filter { $0.what == .note && $0.note != nil && $0.number != number }
    guard !all.isEmpty else { return [] }
    let id = NoteDocument(try vault.read(file).bytes).storedID ?? ProvisionalID.of(entry.origin)
    return all.filter { $0.note == id }
  }

  /// Nil if there is no entry with that number.
  func entry(_ number: Int) throws(StoreError) -> TrashEntry? {
    let place = try folder.child("\(number)")
    guard let files = place.appending(Self.filesName),
      let recordPath = place.appending(Self.recordName),
      try vault.exists(files)
    else { return nil }
    // A killed process may leave a temporary file.
    let contents = try vault.list(files).filter { !VaultLayout.isTemporary(name: $0.name) }
    guard let first = contents.first else { return nil }
    // Without a readable record, the file can still be restored by its name.
    let record = RecordText(parsing: (try? vault.read(recordPath))?.bytes ?? [])
    let recorded = record["path"].flatMap { VaultPath($0) }.flatMap { Self.isPlace($0) ? $0 : nil }
    guard let origin = recorded ?? VaultPath(first.name) else { return nil }
    var entry = TrashEntry(
      number: number, what: record.text("what").flatMap(TrashEntry.What.init) ?? .note,
      origin: origin, time: record.text("time") ?? "",
      note: record.text("note").flatMap { NoteID($0) })
    for content in contents {
      if content.name.elementsEqual(origin.name) {
        entry.file = files.appending(content.name)
      } else if content.kind == .folder {
        entry.media = files.appending(content.name)
      }
    }
    return entry
  }

  /// Whether something may come back there: a record may be a stranger's, in a backup that was restored, and in `.git`
  /// a file becomes a program that git runs.
  private static func isPlace(_ path: VaultPath) -> Bool {
    switch ArrivingPath.refusal(ofLocal: path) {
    case nil: true
    case .local: path.parent == VaultLayout.drafts
    default: false
    }
  }

  private static func record(of entry: TrashEntry) -> RecordText {
    var record = RecordText()
    record.append("what", entry.what.rawValue)
    record.append("path", entry.origin.bytes)
    record.append("time", entry.time)
    if let note = entry.note { record.append("note", note.text) }
    return record
  }
}

extension Trash {
  /// Restores an entry at its old path, with `-2`, `-3` … if that is taken; never replaces anything.
  ///
  /// Missing folders are created. The media are moved first: if the process dies between the two moves, the next try
  /// finds the same free name for the note and completes it.
  ///
  /// - Parameter place: instead of the old path.
  /// - Throws: `.unknownNumber`, or another error; what was not moved is still in the trash.
  package func restore(_ number: Int, at place: VaultPath? = nil) throws(StoreError)
    -> RestoreResult
  {
    guard var entry = try entry(number) else {
      throw StoreError(VaultLayout.trash.text, .unknownNumber(number))
    }
    entry.origin = place ?? entry.origin
    if entry.origin.parent == VaultLayout.drafts, let file = entry.file {
      let target = try Drafts(vault).takeBack(file, from: entry.origin)
      try folder.retire(number)
      return RestoreResult(path: target)
    }
    if let parent = entry.origin.parent { try vault.makeFolders(parent) }
    var target = try destination(of: entry)
    var leftovers: [StoreError] = []
    var media: VaultPath?
    if let held = entry.media, let folder = MediaFolder(of: target) {
      leftovers = vault.transferFolder(held, to: folder.path)
      media = folder.path
    }
    if let file = entry.file {
      // Another program may take the name after the check; then the next one is tried.
      target = try vault.transferFile(file, toFreeNameLike: target)
    }
    if leftovers.isEmpty { try folder.retire(number) }
    return RestoreResult(path: target, media: media, leftovers: leftovers)
  }

  /// The path where `restore` would put an entry now.
  package func destination(of entry: TrashEntry) throws(StoreError) -> VaultPath {
    // Media alone belong to a note that was restored before them.
    if entry.file == nil { return entry.origin }
    return try entry.origin.firstNumbered { (path) throws(StoreError) in
      try vault.exists(path) ? nil : path
    }
  }

  /// Deletes everything in the trash, or a range of it.
  ///
  /// - Parameters:
  ///   - lowest: entries with a lower number stay.
  ///   - highest: entries with a higher number stay: they are newer than the user's list.
  /// - Returns: the number of deleted entries, and the errors.
  package func empty(
    from lowest: Int = 0, through highest: Int = .max
  ) throws(StoreError) -> (count: Int, failures: [StoreError]) {
    var (count, failures): (Int, [StoreError]) = (0, [])
    for number in try folder.numbers() where lowest <= number && number <= highest {
      do {
        try folder.retire(number)
        count += 1
      } catch {
        failures.append(error)
        if error.system?.isReadOnly == true { break }
      }
    }
    return (count, failures)
  }
}
