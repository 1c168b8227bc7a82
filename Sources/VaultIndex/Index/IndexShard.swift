internal import VaultFormat

/// The results of one thread of a scan.
struct IndexShard: Sendable {
  private var arena = ByteArena()
  private(set) var notes = SegmentedArray<IndexedNote>()
  /// Parallel to `notes` in an index that keeps texts; empty in others.
  private var texts = SegmentedArray<NoteText>()
  /// The orders of the few notes that have one.
  private var orders: [Int32: Double] = [:]
  /// When the few notes that are sealed open.
  private(set) var openings: [Int32: CalendarDay] = [:]
  /// The notes of which the few conflict copies are copies.
  private(set) var originals: [Int32: NoteID] = [:]
  /// What lists show of the places of the notes that have one, if texts are kept.
  private var places: [Int32: ArenaRange] = [:]
  private(set) var matchCount = 0
  /// The number of notes read, including those that are not in the shard.
  var scannedCount = 0
  private(set) var folders: [VaultPath?] = []

  private struct NoteText {
    var title = ArenaRange()
    /// The tags' texts, as `TagList` writes them.
    var tags = ArenaRange()
  }

  /// Title, tags as `TagList` writes them, and what lists show of the place.
  typealias Text = (title: UnsafeBufferPointer<UInt8>, tags: [UInt8], place: String?)

  /// A note that would not fit is reported, not indexed.
  var hasRoom: Bool { arena.hasRoom }

  mutating func addFolder(_ path: VaultPath?) -> Int32 {
    folders.append(path)
    return Int32(truncatingIfNeeded: folders.count - 1)
  }

  /// - Parameters:
  ///   - name: of its file.
  ///   - idHash: nil for that of the id; tests give different ids the same hash.
  ///   - order: nil if the note has none.
  ///   - opens: nil unless the note is sealed.
  ///   - original: nil unless the file is a conflict copy.
  ///   - text: given for each note of the shard or for none.
  mutating func add(
    _ note: IndexedNote, name: UnsafeBufferPointer<UInt8>, id: UnsafeBufferPointer<UInt8>,
    idHash: UInt64? = nil, order: Double? = nil, opens: CalendarDay? = nil,
    original: NoteID? = nil, text: Text? = nil
  ) {
    var note = note
    note.idHash = idHash ?? id.quickHash
    storeTexts(of: &note, name: name, id: id)
    let index = Int32(truncatingIfNeeded: notes.count)
    if let order { orders[index] = order }
    if let opens { openings[index] = opens }
    if let original { originals[index] = original }
    if let text {
      texts.append(
        NoteText(title: store(text.title), tags: text.tags.withUnsafeBufferPointer { store($0) }))
      if var place = text.place { places[index] = place.withUTF8 { store($0) } }
    }
    notes.append(note)
    if note.isMatch { matchCount += 1 }
  }

  /// Removes a note; its place stays, so that those of other notes do not change.
  mutating func remove(noteAt index: Int) {
    var note = notes[index]
    guard note.isMatch else { return }
    note.flags = []
    note.isMatch = false
    notes[index] = note
    matchCount -= 1
    scannedCount -= 1
  }

  /// Seals a conflict copy as its note is.
  ///
  /// - Parameter isMatch: whether it matches the query still.
  mutating func seal(noteAt index: Int, until day: CalendarDay, isMatch: Bool) {
    var note = notes[index]
    note.flags.insert(.isSealed)
    if !isMatch {
      note.isMatch = false
      matchCount -= 1
    }
    notes[index] = note
    openings[Int32(truncatingIfNeeded: index)] = day
    places[Int32(truncatingIfNeeded: index)] = nil
    guard index < texts.count else { return }
    let title = Array(NoteDocument.titleOfSealed(until: day).utf8)
    texts[index] = NoteText(title: title.withUnsafeBufferPointer { store($0) })
  }

  /// The shard with only those matches for which `isMatch` is true.
  func narrowed(to isMatch: (Int, IndexedNote) -> Bool) -> IndexShard {
    var shard = self
    notes.forEachIndexed { index, note in
      guard note.isMatch, !isMatch(index, note) else { return }
      var note = note
      note.isMatch = false
      shard.notes[index] = note
      shard.matchCount -= 1
    }
    return shard
  }

  /// Stores bytes that do not belong to a note of the index.
  mutating func store(_ bytes: UnsafeBufferPointer<UInt8>) -> ArenaRange {
    arena.prepare(for: bytes.count)
    let start = arena.end
    arena.append(bytes)
    return ArenaRange(start: start, count: UInt32(truncatingIfNeeded: bytes.count))
  }

  private mutating func storeTexts(
    of note: inout IndexedNote, name: UnsafeBufferPointer<UInt8>, id: UnsafeBufferPointer<UInt8>
  ) {
    arena.prepare(for: name.count + id.count)
    note.texts = arena.end
    note.nameLength = UInt16(truncatingIfNeeded: name.count)
    arena.append(name)
    if let uuid = PackedUUID(id) {
      note.idLength = 0
      withUnsafeBytes(of: uuid) { arena.append($0.assumingMemoryBound(to: UInt8.self)) }
    } else {
      note.idLength = UInt32(truncatingIfNeeded: id.count)
      arena.append(id)
    }
  }

  /// Replaces a stored id that the note at `index` does not own by a provisional one.
  mutating func setProvisionalID(ofNoteAt index: Int, _ id: NoteID) {
    var note = notes[index]
    note.flags.remove(.storesID)
    let (name, id) = (Array(name(of: note)), Array(id.text.utf8))
    id.withUnsafeBufferPointer { id in
      note.idHash = id.quickHash
      name.withUnsafeBufferPointer { storeTexts(of: &note, name: $0, id: id) }
    }
    notes[index] = note
  }
}

// MARK: - What the notes' places in the arena hold

extension IndexShard {
  subscript(range: ArenaRange) -> ArraySlice<UInt8> { arena[range] }

  func name(of note: IndexedNote) -> ArraySlice<UInt8> {
    arena[ArenaRange(start: note.texts, count: UInt32(note.nameLength))]
  }

  /// Calls `body` with the name; the bytes are valid during the call.
  func withName<Result>(
    of note: IndexedNote, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    arena.withBytes(ArenaRange(start: note.texts, count: UInt32(note.nameLength)), body)
  }

  func path(of note: IndexedNote) -> VaultPath {
    VaultPath(in: folders[Int(note.folder)], named: name(of: note))
  }

  func title(ofNoteAt index: Int) -> ArraySlice<UInt8> {
    index < texts.count ? arena[texts[index].title] : []
  }

  /// The bytes of a `TagList` with the note's tags.
  func tags(ofNoteAt index: Int) -> ArraySlice<UInt8> {
    index < texts.count ? arena[texts[index].tags] : []
  }

  /// What lists show of it; nil if the note has none.
  func place(ofNoteAt index: Int) -> ArraySlice<UInt8>? {
    places[Int32(truncatingIfNeeded: index)].map { arena[$0] }
  }

  /// Infinite if the note has none.
  func order(ofNoteAt index: Int) -> Double {
    orders[Int32(truncatingIfNeeded: index)] ?? .infinity
  }

  /// The stored id if this file owns it, else the provisional one.
  func id(of note: IndexedNote) -> NoteID {
    withID(of: note) { NoteID(nonEmpty: String(decoding: $0, as: UTF8.self)) }
  }

  /// Calls `body` with the id; the bytes are valid during the call.
  func withID<Result>(
    of note: IndexedNote, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    withStoredID(of: note) { stored in
      note.idLength == 0 ? Self.uuid(stored).withText(body) : body(stored)
    }
  }

  /// The first eight characters of the id, or all of a shorter one, the first in the lowest byte.
  func idPrefix(of note: IndexedNote) -> UInt64 {
    withStoredID(of: note) { stored in
      note.idLength == 0 ? Self.uuid(stored).prefix : stored.word(0..<min(stored.count, 8))
    }
  }

  @inline(__always)
  private func withStoredID<Result>(
    of note: IndexedNote, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let size = note.idLength == 0 ? UInt32(MemoryLayout<PackedUUID>.size) : note.idLength
    let length = Int(note.nameLength)
    // A start beyond the end of a segment would mean another segment, so it is computed from the name.
    return arena.withBytes(ArenaRange(start: note.texts, count: UInt32(note.nameLength) + size)) {
      body(UnsafeBufferPointer(rebasing: $0[length...]))
    }
  }

  private static func uuid(_ stored: UnsafeBufferPointer<UInt8>) -> PackedUUID {
    UnsafeRawBufferPointer(stored).loadUnaligned(as: PackedUUID.self)
  }
}
