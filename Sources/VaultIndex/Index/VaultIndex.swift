package import VaultFormat
internal import VaultStore

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

  /// How many notes have a tag or one nested in it; of all tags, and of those that tags are nested in.
  package var tagTotals: [Tag: Int] {
    var lists: [ArraySlice<UInt8>: Int] = [:]
    for shard in shards {
      for (index, note) in shard.notes.enumerated() where note.isMatch {
        lists[shard.tags(ofNoteAt: index), default: 0] += 1
      }
    }
    return lists.reduce(into: [:]) { totals, list in
      for tag in Tag.unique(TagList.tags(in: list.key).flatMap(\.path)) {
        totals[tag, default: 0] += list.value
      }
    }
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

extension VaultIndex {
  /// The notes whose id is `text`, else those whose id begins with it; more than one if it is ambiguous.
  ///
  /// Prefixes of fewer than four characters match nothing, since too many notes would match by chance.
  package func notes(withID text: String) -> [Position] {
    let wanted = Array(text.utf8)
    var exact: [Position] = []
    var prefixed: [Position] = []
    for position in positions {
      let length = withID(position) { $0.starts(with: wanted) ? $0.count : nil }
      guard let length else { continue }
      if length == wanted.count { exact.append(position) } else { prefixed.append(position) }
    }
    if !exact.isEmpty { return exact }
    return text.count >= Self.shortestPrefix ? prefixed : []
  }

  /// The notes with these ids, in no particular order; one pass over all notes.
  package func notes(withIDs ids: Set<NoteID>) -> [Position] {
    let hashes = Set(ids.map { id in Array(id.text.utf8).withUnsafeBufferPointer(\.quickHash) })
    var found: [Position] = []
    forEachPosition { position, note in
      if hashes.contains(note.idHash), ids.contains(id(position)) { found.append(position) }
    }
    return found
  }

  /// The notes at some paths, in no particular order; one pass over all names.
  package func notes(at paths: Set<VaultPath>) -> [Position] {
    let names = Set(paths.map { Array($0.name) })
    return notes { name in
      names.contains { $0.count == name.count && $0.elementsEqual(name) }
    }.filter { paths.contains(path($0)) }
  }

  package static let shortestPrefix = 4
  /// The number of characters of an id in a list, unless two ids have the same prefix.
  package static let shortLength = 8

  /// The unique prefix of each note's id in the vault: eight characters, or more if another id begins with the same
  /// eight.
  package func shortIDs(of notes: [Position]) -> [String] {
    let ids = notes.map { withID($0) { Array($0) } }
    var lengths: [UInt64: Int] = [:]
    var filter = HashFilter()
    for id in ids {
      let key = Self.prefixKey(id)
      lengths[key] = Self.shortLength
      filter.insert(key)
    }
    var others: [UInt64: [[UInt8]]] = [:]
    for shard in shards {
      shard.notes.forEachIndexed { _, note in
        let key = shard.idPrefix(of: note)
        if filter.mayContain(key), lengths[key] != nil {
          others[key, default: []].append(shard.withID(of: note) { Array($0) })
        }
      }
    }
    for (key, ids) in others where ids.count > 1 {
      // Sorting puts ids with the longest common prefix next to each other.
      let sorted = ids.sorted { $0.lexicographicallyPrecedes($1) }
      for (a, b) in zip(sorted, sorted.dropFirst()) {
        let common = zip(a, b).prefix { $0 == $1 }.count
        lengths[key] = max(lengths[key] ?? 0, common + 1)
      }
    }
    return ids.map { id in
      Self.characters(of: id, atLeast: lengths[Self.prefixKey(id)] ?? Self.shortLength)
    }
  }

  /// The shortest prefix of whole characters with at least `length` bytes, and enough characters for a lookup.
  private static func characters(of id: [UInt8], atLeast length: Int) -> String {
    var text = String(decoding: id.prefix(length), as: UTF8.self)
    if text.utf8.count == text.unicodeScalars.count { return text }
    text = ""
    for character in String(decoding: id, as: UTF8.self) {
      if text.utf8.count >= length, text.count >= shortestPrefix { break }
      text.append(character)
    }
    return text
  }

  private static func prefixKey(_ id: [UInt8]) -> UInt64 {
    id.withUnsafeBufferPointer { $0.word(0..<min($0.count, shortLength)) }
  }

  // MARK: - File names

  /// The notes whose file names `isWanted` takes, in no particular order.
  package func notes(whereName isWanted: (UnsafeBufferPointer<UInt8>) -> Bool) -> [Position] {
    var found: [Position] = []
    for (number, shard) in shards.enumerated() {
      shard.notes.forEachIndexed { index, note in
        if note.isMatch, shard.withName(of: note, isWanted) {
          found.append(Position(shard: Int32(number), note: Int32(index)))
        }
      }
    }
    return found
  }

  /// The notes with this file name, with or without its extension, sorted by path.
  ///
  /// If no name is equal as written, matches names that differ only in case and normal form.
  package func notes(withFileName text: String) -> [Position] {
    let matcher = FileNameMatcher(text)
    var exact: [Position] = []
    var similar: [Position] = []
    for position in positions {
      switch matcher.match(name(position)) {
      case .equal: exact.append(position)
      case .similar: similar.append(position)
      case nil: break
      }
    }
    return (exact.isEmpty ? similar : exact).sorted { path($0) < path($1) }
  }
}

/// Matches file names of notes against one name.
private struct FileNameMatcher {
  private let bytes: [UInt8]
  private let key: NameKey
  /// The name in lower case, if it is ASCII.
  private let lowered: [UInt8]?

  enum Match {
    case equal, similar
  }

  init(_ text: String) {
    bytes = Normalization.nfc(Array(text.utf8))
    key = NameKey(bytes)
    lowered = bytes.allSatisfy { $0 < 0x80 } ? bytes.map(\.asciiLowercased) : nil
  }

  /// - Parameter name: the file name of a note.
  func match(_ name: ArraySlice<UInt8>) -> Match? {
    let length = name.withUnsafeBufferPointer { NoteName.stemLength($0) } ?? name.count
    let stem = name.prefix(length)
    if let lowered, name.allSatisfy({ $0 < 0x80 }) {
      // Nearly all names are ASCII and differ in length.
      let candidate = stem.count == lowered.count ? stem : name
      guard candidate.count == lowered.count,
        zip(candidate, lowered).allSatisfy({ $0.asciiLowercased == $1 })
      else { return nil }
      return candidate.elementsEqual(bytes) ? .equal : .similar
    }
    for candidate in [stem, name] where NameKey(candidate) == key {
      return Normalization.nfc(Array(candidate)) == bytes ? .equal : .similar
    }
    return nil
  }
}
