internal import VaultFormat

/// The results of one thread of a scan.
struct IndexShard: Sendable {
  private(set) var arena: [UInt8] = []
  private(set) var notes: [IndexedNote] = []
  private(set) var matchCount = 0
  /// The number of notes read, including those that are not in the shard.
  var scannedCount = 0
  private(set) var folders: [VaultPath?] = []

  /// Reserves capacity for as many notes as one thread reads in all but huge vaults: untouched memory costs nothing,
  /// and growing would copy everything to pages that the system first has to clear.
  init() {
    notes.reserveCapacity(1 << 16)
    arena.reserveCapacity(1 << 23)
  }

  /// The maximum size of an arena, which is addressed with 32 bits; leaves space for provisional ids.
  ///
  /// No vault has four gigabytes of titles and paths per thread; a note that does not fit is reported, not indexed.
  private static let limit = Int(UInt32.max) - (1 << 28)

  func hasRoom(for count: Int) -> Bool {
    arena.count < Self.limit && count < Self.limit - arena.count
  }

  mutating func store(_ bytes: some Collection<UInt8>) -> ArenaRange {
    let start = UInt32(truncatingIfNeeded: arena.count)
    arena.append(contentsOf: bytes)
    return ArenaRange(start: start, count: UInt32(truncatingIfNeeded: bytes.count))
  }

  mutating func addFolder(_ path: VaultPath?) -> Int32 {
    folders.append(path)
    return Int32(truncatingIfNeeded: folders.count - 1)
  }

  mutating func add(_ note: IndexedNote) {
    notes.append(note)
    if note.isMatch { matchCount += 1 }
  }

  mutating func setID(of note: inout IndexedNote, _ id: UnsafeBufferPointer<UInt8>) {
    note.id = store(id)
    note.idHash = id.quickHash
  }

  mutating func setID(of note: inout IndexedNote, _ id: NoteID) {
    Array(id.text.utf8).withUnsafeBufferPointer { setID(of: &note, $0) }
  }

  /// Replaces a stored id that the note at `index` does not own by a provisional one.
  mutating func setProvisionalID(ofNoteAt index: Int, _ id: NoteID) {
    var note = notes[index]
    note.flags.remove(.storesID)
    setID(of: &note, id)
    notes[index] = note
  }

  subscript(range: ArenaRange) -> ArraySlice<UInt8> { arena[range.range] }

  /// Calls `body` for the id of each note; the bytes are valid during the call.
  func forEachID(_ body: (_ range: ArenaRange, _ bytes: UnsafeBufferPointer<UInt8>) -> Void) {
    arena.withUnsafeBufferPointer { arena in
      for index in notes.indices {
        let id = notes[index].id
        body(id, UnsafeBufferPointer(rebasing: arena[id.range]))
      }
    }
  }

  func path(of note: IndexedNote) -> VaultPath {
    VaultPath(in: folders[Int(note.folder)], named: self[note.name])
  }
}
