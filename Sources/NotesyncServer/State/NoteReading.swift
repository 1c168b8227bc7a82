internal import Cryptography
internal import Notesync
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// The content of a note's file at one moment.
struct NoteReading {
  /// Front matter or text cannot be read, so the other values mean nothing.
  var isBroken: Bool
  /// The note is not meant for the apps: what they have of it stays as it is.
  var staysInVault: Bool
  var id: NoteID?
  var text: String
  var isPinned: Bool
  var tags: [String]
  var created: WireTime
  /// The key `updated`.
  var updated: WireTime?
  /// When the file was last written.
  var modified: WireTime
  /// SHA-256 of the bytes, in hex.
  var hash: String
  var stamp: FileStamp

  init(_ content: FileContent, at path: VaultPath, in reader: VaultReader) {
    let document = NoteDocument(content.bytes)
    let metadata = NoteMetadata(of: document, zone: reader.zone)
    let modified = content.status.modified
    id = metadata.id
    let text = WireText.of(document)
    isBroken = text == nil || document.frontMatter?.problem != nil
    staysInVault = reader.staysInVault(document)
    self.text = text ?? ""
    isPinned = metadata.isPinned
    tags = metadata.tags.map(\.text)
    created = WireTime(seconds: metadata.created?.seconds ?? reader.created(path))
    updated = metadata.updated.map { WireTime(seconds: $0.seconds) }
    self.modified = WireTime(
      microseconds: WireTime(seconds: modified.seconds).microseconds
        &+ Int64(modified.nanoseconds / 1000))
    hash = sha256Hex(content.bytes)
    stamp = FileStamp(content.status, seen: reader.now)
  }
}
