package import VaultFormat

/// The result of a scan: all notes of the vault, or those that match a query.
///
/// Immutable.
package struct VaultIndex: Sendable {
  let shards: [IndexShard]
  /// The index has titles and tags.
  ///
  /// Otherwise `title` and `tags` are empty, and the notes cannot be sorted by title.
  package let keepsText: Bool
  /// Findings about unreadable files and duplicate ids, sorted by path.
  package let findings: [LocatedFinding]
  /// The number of notes read, including those that do not match the query.
  package var scannedCount: Int { shards.reduce(0) { $0 + $1.scannedCount } }

  /// The position of a note in the index.
  package struct Position: Hashable, Sendable {
    var shard: Int32
    var note: Int32
  }

  /// The notes in no particular order.
  package var positions: [Position] {
    var positions: [Position] = []
    positions.reserveCapacity(count)
    forEachPosition { position, _ in positions.append(position) }
    return positions
  }

  /// Calls `body` for each note, in no particular order.
  package func forEachPosition(_ body: (Position, IndexedNote) -> Void) {
    for (shard, content) in shards.enumerated() {
      content.notes.forEachIndexed { index, note in
        if note.isMatch { body(Position(shard: Int32(shard), note: Int32(index)), note) }
      }
    }
  }

  /// The matches among the notes of a shard with these numbers.
  func matches(_ numbers: [Int32], inShard shard: Int) -> [Position] {
    numbers.map { Position(shard: Int32(shard), note: $0) }.filter { self[$0].isMatch }
  }

  package var count: Int { shards.reduce(0) { $0 + $1.matchCount } }

  package subscript(position: Position) -> IndexedNote {
    shards[Int(position.shard)].notes[Int(position.note)]
  }
}

// MARK: - Text

extension VaultIndex {
  package func path(_ position: Position) -> VaultPath {
    shards[Int(position.shard)].path(of: self[position])
  }

  /// The stored id if this file owns it, else the provisional one.
  package func id(_ position: Position) -> NoteID {
    shards[Int(position.shard)].id(of: self[position])
  }

  package func title(_ position: Position) -> String {
    let title = shards[Int(position.shard)].title(ofNoteAt: Int(position.note))
    return String(decoding: title, as: UTF8.self)
  }

  package func tags(_ position: Position) -> [Tag] {
    TagList.tags(in: shards[Int(position.shard)].tags(ofNoteAt: Int(position.note)))
  }

  /// What lists show of the place; nil if the note names none.
  package func place(_ position: Position) -> String? {
    shards[Int(position.shard)].place(ofNoteAt: Int(position.note)).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// The key `order`; infinite if the note has none.
  package func order(_ position: Position) -> Double {
    shards[Int(position.shard)].order(ofNoteAt: Int(position.note))
  }

  /// The name of the note's file.
  func name(_ position: Position) -> ArraySlice<UInt8> {
    shards[Int(position.shard)].name(of: self[position])
  }

  func withID<Result>(
    _ position: Position, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    shards[Int(position.shard)].withID(of: self[position], body)
  }

  // MARK: - Tags

  /// A tag and the number of notes in the index that have it.
  package struct TagCount: Hashable, Sendable {
    package var tag: Tag
    package var count: Int
  }

  /// All tags in the index as written, sorted by name; a nested tag is counted separately from its parent.
  ///
  /// Uses the most frequent spelling of a tag.
  package var tagCounts: [TagCount] {
    var spellings: [ArraySlice<UInt8>: Int] = [:]
    for shard in shards {
      for (index, note) in shard.notes.enumerated() where note.isMatch {
        TagList.forEachText(in: shard.tags(ofNoteAt: index)) { spellings[$0, default: 0] += 1 }
      }
    }
    var counts: [Tag: (count: Int, spelling: Tag, frequency: Int)] = [:]
    // In byte order, so that the result does not depend on the order of threads.
    for (text, count) in spellings.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      guard let tag = Tag(String(decoding: text, as: UTF8.self)) else { continue }
      var entry = counts[tag] ?? (0, tag, 0)
      entry.count += count
      if count > entry.frequency { (entry.spelling, entry.frequency) = (tag, count) }
      counts[tag] = entry
    }
    return counts.values.map { TagCount(tag: $0.spelling, count: $0.count) }
      .sorted { $0.tag < $1.tag }
  }

  /// The notes with the tag, or one nested in it, sorted by path.
  package func notes(taggedWithin tag: Tag) -> [Position] {
    positions.filter { tags($0).contains { $0.isWithin(tag) } }.sorted { path($0) < path($1) }
  }

  /// The notes whose front matter cannot be read, sorted by path.
  package var brokenNotes: [VaultPath] {
    positions.filter { self[$0].flags.contains(.isBroken) }.map(path).sorted()
  }
}
