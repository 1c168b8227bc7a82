internal import Cryptography
package import VaultFormat

/// One line of the ledger's file: `SUM WORD FIELD FIELD …`.
///
/// SUM is the beginning of the SHA-256 of the rest of the line, which detects lines truncated by a crash. Blanks,
/// controls and `%` in a field are written as `%20`.
enum LedgerRecord: Hashable {
  case note(id: NoteID, Acknowledgement)
  case pending(PendingOperation)
  case moved(noteID: NoteID, path: VaultPath)
  case removed(noteID: NoteID, checksum: String)
  case regained(noteID: NoteID, checksum: String)
  case setAside(noteID: NoteID, RefusedNote)
  /// Forgets all acknowledged content, except times.
  case forget

  var line: [UInt8] {
    let content = words.map(EscapedBytes.encoded).joined(separator: " ")
    return Array("\(Self.sum(of: content.utf8)) \(content)\n".utf8)
  }

  /// Nil if the line is incomplete.
  init?(line: some Collection<UInt8>) {
    // Split by bytes: as characters, a blank and a following combining mark would be one.
    let line = Array(line)
    let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard parts.count >= 2, let sum = parts.first else { return nil }
    guard Self.sum(of: line.dropFirst(sum.count + 1)).utf8.elementsEqual(sum) else { return nil }
    let fields = parts.dropFirst(2).compactMap(EscapedBytes.decoded)
    guard fields.count == parts.count - 2 else { return nil }
    self.init(
      word: String(decoding: parts[1], as: UTF8.self),
      fields.map { String(decoding: $0, as: UTF8.self) })
  }

  private static func sum(of content: some Sequence<UInt8>) -> String {
    String(sha256Hex(content).prefix(16))
  }
}

// MARK: - Fields

extension LedgerRecord {
  private var words: [String] {
    switch self {
    case .note(let id, let note):
      [
        "note", id.text, note.contentHash ?? "", "\(note.serverTime.microseconds)",
        "\(note.sentTime.microseconds)", "\(note.createdAt.microseconds)",
        note.isDeleted ? "deleted" : "", note.media.sorted().joined(separator: ","),
        note.foreignMedia.sorted().joined(separator: ","), note.path?.bytes.hex ?? "",
        note.labels.map { $0.isPinned ? "pinned" : "plain" } ?? "",
        note.labels?.tags.map { Array($0.text.utf8).hex }.joined(separator: ",") ?? "",
      ]
    case .pending(let operation):
      [
        "pending", operation.id, operation.kind.rawValue, operation.noteID.text,
        operation.contentHash, "\(operation.updatedAt.microseconds)",
        operation.deletedAt.map { "\($0.microseconds)" } ?? "",
        operation.media.joined(separator: ","),
      ]
    case .moved(let id, let path): ["moved", id.text, path.bytes.hex]
    case .removed(let id, let checksum): ["removed", id.text, checksum]
    case .regained(let id, let checksum): ["regained", id.text, checksum]
    case .setAside(let id, let aside):
      ["aside", id.text, aside.fingerprint, "\(aside.status)", aside.reason, "\(aside.time)"]
    case .forget: ["forget"]
    }
  }

  private init?(word: String, _ fields: [String]) {
    func time(_ index: Int) -> WireTime? {
      Int64(fields[index]).map(WireTime.init(microseconds:))
    }
    func id(_ index: Int) -> NoteID? { NoteID(fields[index]) }
    func list(_ index: Int) -> [String] { fields[index].split(separator: ",").map(String.init) }
    switch (word, fields.count) {
    case ("note", 9), ("note", 11):
      guard let id = id(0), let server = time(2), let sent = time(3), let created = time(4) else {
        return nil
      }
      // An older tl wrote no labels.
      let hasLabels = fields.count == 11 && !fields[9].isEmpty
      var note = Acknowledgement(
        contentHash: fields[1].isEmpty ? nil : fields[1],
        labels: hasLabels
          ? NoteLabels(tags: list(10).compactMap(Self.tag), isPinned: fields[9] == "pinned") : nil,
        serverTime: server, sentTime: sent, createdAt: created)
      note.isDeleted = fields[5] == "deleted"
      note.media = Set(list(6))
      note.foreignMedia = Set(list(7))
      note.path = VaultPath([UInt8](hex: fields[8]) ?? [])
      self = .note(id: id, note)
    case ("pending", 7):
      guard let kind = WireOperation.Kind(rawValue: fields[1]), let note = id(2),
        let updated = time(4)
      else { return nil }
      self = .pending(
        PendingOperation(
          id: fields[0], kind: kind, noteID: note, contentHash: fields[3], updatedAt: updated,
          deletedAt: time(5), media: list(6)))
    case ("moved", 2):
      guard let id = id(0), let path = VaultPath([UInt8](hex: fields[1]) ?? []) else { return nil }
      self = .moved(noteID: id, path: path)
    case ("removed", 2), ("regained", 2):
      guard let id = id(0) else { return nil }
      self =
        word == "removed"
        ? .removed(noteID: id, checksum: fields[1]) : .regained(noteID: id, checksum: fields[1])
    case ("aside", 4), ("aside", 5):
      guard let id = id(0) else { return nil }
      self = .setAside(
        noteID: id,
        RefusedNote(
          fingerprint: fields[1], reason: fields[3], status: Int(fields[2]) ?? 0,
          time: fields.count == 5 ? Int64(fields[4]) ?? 0 : 0))
    case ("forget", 0): self = .forget
    default: return nil
    }
  }

  private static func tag(_ hex: String) -> Tag? {
    [UInt8](hex: hex).flatMap { Tag(String(decoding: $0, as: UTF8.self)) }
  }
}

/// The known state of one note on the server.
package struct Acknowledgement: Hashable, Sendable {
  /// `NoteContent.hash` of its text, tags and pin; nil if unknown.
  package private(set) var contentHash: String?
  /// The labels of the last known content, for merging; nil if unknown, as in ledgers of an older tl.
  package private(set) var labels: NoteLabels?
  /// `updatedAt` on the server, or of its tombstone.
  package var serverTime: WireTime
  /// The last time that tl sent.
  package var sentTime: WireTime
  package var createdAt: WireTime
  /// The note is deleted there.
  package var isDeleted = false
  /// SHA-256 of its media.
  package var media: Set<String> = []
  /// The hashes in `media` that were never media in the vault: other kinds, damaged data.
  package var foreignMedia: Set<String> = []
  /// The path of the note when it was acknowledged.
  package var path: VaultPath?
}

extension Acknowledgement {
  func hasSameContent(as other: Acknowledgement) -> Bool {
    contentHash == other.contentHash && media == other.media && isDeleted == other.isDeleted
  }

  mutating func know(_ content: NoteContent) {
    know(contentHash: content.hash, NoteLabels(content))
  }

  mutating func know(contentHash: String, _ labels: NoteLabels) {
    self.contentHash = contentHash
    self.labels = labels
  }

  /// Clears the known content; foreign media and the labels for merging stay.
  mutating func forgetContent() {
    contentHash = nil
    media = foreignMedia
  }

  /// Marks the note as deleted on the server.
  ///
  /// - Parameters:
  ///   - contentHash: of the note here, if it stays and is not to be sent as it is.
  ///   - media: of that note.
  mutating func knowDeleted(contentHash: String? = nil, media: Set<String> = []) {
    isDeleted = true
    self.contentHash = contentHash
    labels = nil
    self.media = media
    foreignMedia = []
  }
}

/// An operation that was recorded before it was sent, and whose result is unknown.
package struct PendingOperation: Hashable, Sendable {
  package var id: String
  package var kind: WireOperation.Kind
  package var noteID: NoteID
  package var contentHash: String
  package var updatedAt: WireTime
  package var deletedAt: WireTime?
  /// SHA-256 of its media.
  package var media: [String]
}

/// A note that the server refused; it is not sent until it changes, or for an hour.
package struct RefusedNote: Hashable, Sendable {
  /// Identifies the refused content and media.
  package var fingerprint: String
  /// The reason, from the server if it gave one.
  package var reason: String
  /// The status of the answer; 200 if the server accepted the note and stored something else.
  package var status: Int
  /// When it was refused, in seconds since 1970.
  package var time: Int64

  /// A failure may be transient; a refusal is not.
  package func isOver(at now: Int64) -> Bool {
    // Without an addition that a large number in the file could overflow.
    status >= 500 && (now < time || now - 3_600 >= time)
  }
}
