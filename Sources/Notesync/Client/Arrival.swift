internal import SystemCalls
internal import VaultFormat

/// All that an answer held, the data of media in files.
struct Arrival {
  var notes: [WireNote] = []
  /// By the ids of their notes.
  var media: [NoteID: [WireMedia]] = [:]
  var damaged: [OperationProblem] = []
  /// The list ended before the limit: these are all notes that there are.
  var isComplete = false
  /// Notes of which it is not known what media they have.
  private(set) var lacksMedia: Set<NoteID> = []
  /// What ended the answer before its media were all here; the notes are.
  var failure: (any Error)?
  var byteCount: Int64 = 0
  /// Of notes, with those that cannot be read.
  private(set) var count = 0
  private var size = 0
  private var ids: Set<NoteID> = []

  /// Of all texts and names together, in bytes: more than a vault can hold in memory is no honest answer.
  private static let sizeLimit = 1 << 30
  /// What an element takes besides its texts, in bytes.
  private static let elementSize = 512
}

extension WireNote {
  /// Of a note that came from a server; its id is not empty (`NotesReader`).
  var noteID: NoteID { NoteID(nonEmpty: id) }

  /// In bytes.
  fileprivate var textSize: Int {
    tags.reduce(id.utf8.count + text.utf8.count) { $0 + $1.utf8.count + 16 }
  }
}

extension WireMedia {
  /// In bytes.
  fileprivate var textSize: Int {
    [id, noteID, kind, filename, contentType, checksum].reduce(0) { $0 + $1.utf8.count }
  }
}

extension Arrival {
  /// - Parameter limit: of notes, as it was asked for.
  /// - Throws: a `JSONSyntaxError` for more than anybody asked for.
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

  /// Takes the data of media that are here without.
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

  /// SHA-256 of a note's media as declared; nil where the server was not asked for them.
  func checksums(of id: NoteID) -> [String]? {
    lacksMedia.contains(id) ? nil : media[id, default: []].compactMap(\.normalizedChecksum)
  }

  /// A note whose media were not asked for.
  mutating func addWithoutMedia(_ note: WireNote) {
    lacksMedia.insert(note.noteID)
    add(note)
  }

  /// What is not of these notes.
  func without(_ ids: Set<NoteID>) -> Arrival {
    var rest = self
    rest.notes.removeAll { ids.contains($0.noteID) }
    for id in ids { rest.media[id] = nil }
    rest.damaged.removeAll { $0.noteID.flatMap { NoteID($0) }.map(ids.contains) ?? false }
    return rest
  }

  /// Of a note that is there twice the first counts; one that is deleted is not listed.
  private mutating func add(_ note: WireNote) {
    count += 1
    size += Self.elementSize + note.textSize
    guard note.deletedAt == nil, ids.insert(note.noteID).inserted else { return }
    notes.append(note)
  }
}

extension JSONSyntaxError {
  static let tooMuch = "there is more than was asked for"
  var isTooMuch: Bool { message == Self.tooMuch }
}
