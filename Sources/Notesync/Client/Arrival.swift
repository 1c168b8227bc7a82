internal import SystemCalls
internal import VaultFormat

/// The content of an answer, with the data of media in files.
struct Arrival {
  var notes: [WireNote] = []
  /// The media by the ids of their notes.
  var media: [NoteID: [WireMedia]] = [:]
  var damaged: [OperationProblem] = []
  /// The list ended before the limit, so it has all notes.
  var isComplete = false
  /// Notes whose media are unknown.
  private(set) var lacksMedia: Set<NoteID> = []
  /// The error that ended the answer within its media; all notes were received.
  var failure: (any Error)?
  var byteCount: Int64 = 0
  /// The number of notes, including unreadable ones.
  private(set) var count = 0
  private var size = 0
  private var ids: Set<NoteID> = []

  /// For all texts and names together, in bytes: beyond it the answer is refused.
  private static let sizeLimit = 1 << 30
  /// The overhead of an element, in bytes.
  private static let elementSize = 512
}

extension WireNote {
  /// The id of a note from a server, which is not empty (`NotesReader`).
  var noteID: NoteID { NoteID(nonEmpty: id) }

  /// The size of the note's text in bytes.
  fileprivate var textSize: Int {
    tags.reduce(id.utf8.count + text.utf8.count) { $0 + $1.utf8.count + 16 }
  }
}

extension WireMedia {
  /// The size of its texts in bytes.
  fileprivate var textSize: Int {
    [id, noteID, kind, filename, contentType, checksum].reduce(0) { $0 + $1.utf8.count }
  }
}

extension Arrival {
  /// - Parameter limit: the requested number of notes.
  /// - Throws: a `JSONSyntaxError` if there is more than was requested.
  mutating func add(_ elements: [NotesReader.Element], limit: Int) throws {
    for element in elements {
      switch element {
      case .note(let note): add(note)
      case .media(let media):
        self.media[NoteID(nonEmpty: media.noteID), default: []].append(media)
        size += Self.elementSize + media.textSize
      case .damaged(let problem):
        damaged.append(problem)
        if problem.location.first == "notes" { count += 1 }
        size += Self.elementSize
      }
    }
    guard count <= limit, size <= Self.sizeLimit else {
      throw JSONSyntaxError(message: JSONSyntaxError.tooMuch, offset: Int(byteCount))
    }
  }

  /// Adds data for media that have none here.
  mutating func take(_ other: Arrival) {
    byteCount += other.byteCount
    for (id, media) in other.media {
      for item in media where item.data != .absent {
        guard
          let index = self.media[id, default: []].firstIndex(where: {
            $0.id == item.id && $0.data == .absent
          })
        else { continue }
        self.media[id]?[index] = item
      }
    }
  }

  /// SHA-256 of a note's media as declared; nil if they were not requested.
  func checksums(of id: NoteID) -> [String]? {
    lacksMedia.contains(id) ? nil : media[id, default: []].compactMap(\.normalizedChecksum)
  }

  /// Adds a note whose media were not requested.
  mutating func addWithoutMedia(_ note: WireNote) {
    lacksMedia.insert(note.noteID)
    add(note)
  }

  /// The content without these notes.
  func without(_ ids: Set<NoteID>) -> Arrival {
    var rest = self
    rest.notes.removeAll { ids.contains($0.noteID) }
    for id in ids { rest.media[id] = nil }
    rest.damaged.removeAll { $0.noteID.flatMap { NoteID($0) }.map(ids.contains) ?? false }
    return rest
  }

  /// Adds a note: of duplicates the first counts; deleted notes are not listed.
  private mutating func add(_ note: WireNote) {
    count += 1
    size += Self.elementSize + note.textSize
    guard note.deletedAt == nil, ids.insert(note.noteID).inserted else { return }
    notes.append(note)
  }
}

extension JSONSyntaxError {
  static let tooMuch = "there is more than was requested"
  var isTooMuch: Bool { message == Self.tooMuch }
}

/// A folder for incoming files; its content is removed with the object.
final class IncomingFolder {
  let path: String

  /// Removes leftovers of an interrupted run.
  ///
  /// - Parameter path: an existing folder.
  init(_ path: String) throws {
    self.path = path
    clear()
  }

  deinit { clear() }

  private func clear() {
    for name in (try? SystemPath.names(in: path)) ?? [] {
      try? SystemPath.remove("\(path)/\(name)")
    }
  }
}

/// Decides which media data of a list are wanted.
///
/// Used by one task.
final class WantedMedia {
  let snapshot: VaultSnapshot
  private let ledger: Ledger
  private let purpose: NotesyncPlan.Purpose?
  private let observer: NoteObserver
  private let here: Set<String>
  private let costsNothing: () -> Bool
  /// Notes that were removed here and return because they were changed on the server.
  private var returning: Set<NoteID> = []

  /// - Parameters:
  ///   - purpose: nil if no data are wanted.
  ///   - costsNothing: the server sends all data in any case.
  init(
    _ observer: NoteObserver, _ ledger: Ledger, for purpose: NotesyncPlan.Purpose?,
    costsNothing: @escaping () -> Bool = { false }
  ) {
    snapshot = observer.snapshot
    self.ledger = ledger
    self.purpose = purpose
    self.costsNothing = costsNothing
    self.observer = observer
    here = Set(snapshot.notes.values.flatMap { $0.media.map(\.sha256) })
  }

  /// Adds notes whose media are to be requested.
  func note(_ notes: [WireNote]) {
    for note in notes where snapshot.notes[note.noteID] == nil {
      let observed = observer.observation(
        of: note.noteID, there: .alive(RemoteVersion(note)))
      if NotesyncPlan.action(on: observed, for: .pull) == .create { returning.insert(note.noteID) }
    }
  }

  /// - Parameter noteID: nil if not yet known.
  func includes(_ checksum: String, of noteID: NoteID?) -> Bool {
    guard let purpose, !here.contains(checksum) else { return false }
    guard let noteID else { return true }
    let local = snapshot.notes[noteID]
    let note = ledger.observation(of: noteID, here: local.map { .present($0) } ?? .absent)
    switch note.action(onMedia: checksum, for: purpose) {
    case .leaveOut, .nothing: return false
    case .ignore: return purpose != .pull
    case .take: break
    }
    // Former media of a note that is deleted or unreadable here are not wanted.
    let isGone = local == nil && note.acknowledged?.isDeleted == false && purpose == .pull
    return isGone && !returning.contains(noteID)
      && note.acknowledged?.media.contains(checksum) == true ? costsNothing() : true
  }
}
