package import VaultFormat
internal import VaultStore

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
