internal import Notesync
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// The vault as one request sees it.
final class VaultReader {
  let vault: Vault
  let zone: TimeZoneRules
  /// Seconds since 1970.
  let now: Int64
  private let threads: Int
  private let visibility: Visibility
  /// Read for the first conflict copy.
  private lazy var index = Result {
    try VaultScanner(vault, zone: zone, threads: threads, sealedOn: visibility.today)
      .scan(keepsText: false)
  }
  let hashes: MediaHashes

  init(
    _ vault: Vault, zone: TimeZoneRules, now: Int64, threads: Int, hashes: MediaHashes
  ) {
    self.vault = vault
    self.zone = zone
    self.now = now
    self.threads = threads
    visibility = Visibility(on: NoteTime(instant: now, zone: zone).day, zone: zone)
    self.hashes = hashes
  }

  /// The paths of all notes except those with unreadable front matter, by stored id or the id of the path.
  func paths() throws -> [NoteID: VaultPath] {
    let index = try VaultScanner(vault, zone: zone, threads: threads, sealedOn: nil)
      .scan(keepsText: false)
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
    (try? visibility.staysInVault(document, in: index.get())) ?? true
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
      let type = MediaType(of: head, fileExtension: file.path.fileExtension)
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
