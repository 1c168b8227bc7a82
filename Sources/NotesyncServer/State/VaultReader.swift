internal import Notesync
internal import Operations
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

/// The vault as one request sees it.
final class VaultReader {
  let source: NoteSource
  /// Read for the first conflict copy, and the first note with comments that is removed.
  private lazy var index = Result { try source.scanner().scan(keepsText: false) }
  /// Read for the first note that is removed.
  private lazy var comments = Result { try source.comments() }
  let hashes: MediaHashes

  init(_ source: NoteSource, hashes: MediaHashes) {
    self.source = source
    self.hashes = hashes
  }

  var vault: Vault { source.vault }
  var zone: TimeZoneRules { source.zone }
  /// Seconds since 1970.
  var now: Int64 { source.now.seconds }

  /// The paths of all notes except those with unreadable front matter, by stored id or the id of the path.
  func paths() throws -> [NoteID: VaultPath] {
    let index = try source.scanner(withSealed: true).scan(keepsText: false)
    var paths: [NoteID: VaultPath] = [:]
    paths.reserveCapacity(index.count)
    for position in index.positions where !index[position].flags.contains(.isBroken) {
      paths[index.id(position)] = index.path(position)
    }
    return paths
  }

  /// Reads the file at `path`; nil if it does not exist.
  func read(_ path: VaultPath) throws(StoreError) -> NoteReading? {
    let content: FileContent
    do {
      content = try vault.folder.read(path)
    } catch {
      if error.system?.isMissing == true { return nil }
      throw error
    }
    return NoteReading(content, at: path, in: self)
  }

  /// Whether a file is not meant for the apps.
  func staysInVault(_ document: NoteDocument) -> Bool {
    (try? source.visibility.staysInVault(document, in: index.get())) ?? true
  }

  /// What goes to the trash with a note.
  func removal(of path: VaultPath, _ id: NoteID) throws -> NoteRemoval {
    try NoteRemoval(of: path, id: id, comments.get(), in: index.get(), vault.folder)
  }

  /// The creation time of the note at `path`, from the file or its name, in seconds since 1970.
  func created(_ path: VaultPath) -> Int64 {
    (try? vault.note(at: path, zone: zone))?.created.seconds ?? now
  }

  /// The photos and sounds of a note, without duplicates and without files that are gone or unreadable.
  ///
  /// An uploaded file keeps its declared kind, whatever its bytes.
  ///
  /// - Throws: errors about missing resources of the machine, such as descriptors: a list without the files would mean
  ///   that there are none.
  func media(of path: VaultPath, _ id: NoteID, database: Database) throws -> [NoteMedia] {
    guard let folder = MediaFolder(of: path) else { return [] }
    let files =
      try ErrorClassification.ignoringFileErrors { try vault.folder.media(in: folder).files } ?? []
    var seen: Set<String> = []
    return try files.compactMap { file in
      guard
        let (sha256, size, head) = try ErrorClassification.ignoringFileErrors({
          try hashes.hash(of: file.path)
        })
      else { return nil }
      let upload = try MediaIDs.upload(of: sha256, to: id, database: database)
      let type = ContentType(of: head, fileExtension: file.path.fileExtension)
      guard let kind = upload?.kind ?? type?.kind.rawValue, seen.insert(sha256).inserted else {
        return nil
      }
      return NoteMedia(
        id: upload?.id ?? MediaIDs.made(for: sha256, on: id), path: file.path, sha256: sha256,
        size: size, kind: kind,
        contentType: type?.contentType ?? upload?.contentType ?? "application/octet-stream",
        fileExtension: type?.fileExtension ?? (kind == "audio" ? "m4a" : "jpg"))
    }
  }
}

/// A photo or a sound of a note.
struct NoteMedia {
  /// The id that it was uploaded with, else one derived from its bytes.
  var id: String
  var path: VaultPath
  /// Lower-case hex.
  var sha256: String
  /// The size of the file in bytes.
  var size: Int64
  /// `image` or `audio`.
  var kind: String
  var contentType: String
  /// The extension without the dot.
  var fileExtension: String
}

/// Makes a listing.
struct NoteLister {
  let records: NoteRecordStore
  /// The most bytes that the texts of all notes in a listing may have.
  let textLimit: Int64

  private var reader: VaultReader { records.reader }

  /// - Parameters:
  ///   - limit: at least 1.
  ///   - withData: false leaves the data of media out.
  /// - Throws: an `HTTPErrorReply` if the texts exceed the limit.
  func listing(limit: Int, withData: Bool) throws -> NoteListing {
    try bringUpToDate()
    let records = try newest(limit)
    var writer = WireWriter(isAnswer: true)
    writer.json.beginObject()
    writer.json.key("notes")
    writer.json.beginArray()
    for record in records { writer.write(record.wireNote) }
    writer.json.endArray()
    writer.json.key("media")
    writer.json.beginArray()
    for record in records { try write(record, withData, to: &writer) }
    writer.json.endArray()
    writer.json.endObject()
    let unsent = records.filter { $0.textOrigin == .vaultUnsent }.compactMap { record in
      record.hash.map { (record.id, $0) }
    }
    return NoteListing(
      body: writer.finish(), unsent: Dictionary(unsent, uniquingKeysWith: { $1 }))
  }

  private func newest(_ limit: Int) throws -> [NoteRecord] {
    var (newest, size): ([NoteRecord], Int64) = ([], 0)
    try records.database.eachRow(
      """
      SELECT \(NoteRecord.columns) FROM note WHERE deleted IS NULL
      ORDER BY updated DESC, id LIMIT ?
      """, [limit]
    ) { row in
      guard let record = NoteRecord(row) else { return }
      size += Int64(record.text.utf8.count)
      guard size <= textLimit else { throw HTTPErrorReply.tooLarge }
      newest.append(record)
    }
    return newest
  }

  /// Updates each note whose file may have changed since it was last read.
  private func bringUpToDate() throws {
    let paths = try records.paths()
    var known: [NoteID: (path: VaultPath?, stamp: FileStamp?)] = [:]
    try records.database.eachRow(
      "SELECT id, path, \(FileStamp.columns) FROM note WHERE deleted IS NULL"
    ) { row in
      guard let id = NoteID(row.text("id")) else { return }
      known[id] = (row.path, FileStamp(row))
    }
    var statuses = FolderStatuses(vault: reader.vault.folder)
    for (id, path) in paths {
      if let (stored, stamp) = known[id], stored == path, let stamp,
        let status = statuses.status(path), stamp.proves(status)
      {
        continue
      }
      _ = try records.record(id)
    }
    for id in known.keys where paths[id] == nil { _ = try records.record(id) }
  }

  private func write(
    _ record: NoteRecord, _ withData: Bool, to writer: inout WireWriter
  ) throws {
    guard let path = record.path else { return }
    for file in try reader.media(of: path, record.id, database: records.database) {
      let data = WireBody.File(
        file.path, in: reader.vault.folder, size: file.size, sha256: file.sha256)
      // The file name is plain, and unique among the files of all notes.
      writer.writeMedia(
        id: file.id, noteID: record.id.text, kind: file.kind,
        filename: "\(plainName(of: file.id)).\(file.fileExtension)", contentType: file.contentType,
        checksum: file.sha256, data: withData ? data : nil)
    }
  }
}

/// The status of many files; a folder is opened once for a run of its files.
private struct FolderStatuses {
  let vault: VaultFolder
  var found: [VaultPath?: [[UInt8]: FileStatus]] = [:]

  /// Nil if the file does not exist or its status cannot be read.
  mutating func status(_ path: VaultPath) -> FileStatus? {
    let name = Array(path.name)
    if let folder = found[path.parent] { return folder[name] }
    var statuses: [[UInt8]: FileStatus] = [:]
    if let handle = try? vault.openFolder(path.parent), let entries = try? vault.list(path.parent) {
      for entry in entries {
        if let status = try? handle.status(of: Array(entry.name)) {
          statuses[Array(entry.name)] = status
        }
      }
    }
    found[path.parent] = statuses
    return statuses[name]
  }
}

/// The newest live notes with their media, as a restore gets them.
struct NoteListing: Sendable {
  var body: WireBody
  /// Its notes whose text was never sent to an app, each with the hash of its file.
  var unsent: [NoteID: String]
}
