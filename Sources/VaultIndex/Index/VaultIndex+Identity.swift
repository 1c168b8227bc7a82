internal import VaultFormat

extension VaultIndex {
  /// The notes whose id is `text`, else those whose id begins with it.
  ///
  /// More than one: it is ambiguous.
  ///
  /// Beginnings of fewer than four characters find nothing: too many notes would answer to them by chance.
  package func notes(withID text: String) -> [Position] {
    let wanted = Array(text.utf8)
    var exact: [Position] = []
    var beginning: [Position] = []
    for position in positions {
      let id = bytes(self[position].id, position)
      guard id.starts(with: wanted) else { continue }
      if id.count == wanted.count { exact.append(position) } else { beginning.append(position) }
    }
    if !exact.isEmpty { return exact }
    return text.count >= Self.shortestBeginning ? beginning : []
  }

  package static let shortestBeginning = 4
  /// Characters of an id in a list, unless two notes clash.
  package static let shortLength = 8

  /// For each of the notes the beginning of its id that names it alone in the vault: eight characters, more
  /// where another id begins with the same eight.
  package func shortIDs(of notes: [Position]) -> [String] {
    let ids = notes.map { bytes(self[$0].id, $0) }
    var lengths: [UInt64: Int] = [:]
    var filter = HashFilter()
    for id in ids {
      let key = Self.beginning(id)
      lengths[key] = Self.shortLength
      filter.insert(key)
    }
    var others: [UInt64: [ArraySlice<UInt8>]] = [:]
    for shard in shards {
      shard.forEachID { range, id in
        let key = id.beginning
        if filter.mayContain(key), lengths[key] != nil {
          others[key, default: []].append(shard[range])
        }
      }
    }
    for (key, ids) in others where ids.count > 1 {
      // Sorted, the nearest relatives stand beside each other.
      let sorted = ids.sorted { $0.lexicographicallyPrecedes($1) }
      for (a, b) in zip(sorted, sorted.dropFirst()) {
        let common = zip(a, b).prefix { $0 == $1 }.count
        lengths[key] = max(lengths[key] ?? 0, common + 1)
      }
    }
    return ids.map { id in
      Self.characters(of: id, atLeast: lengths[Self.beginning(id)] ?? Self.shortLength)
    }
  }

  /// As many whole characters as the number of bytes asks for, and not fewer than a lookup takes.
  private static func characters(of id: ArraySlice<UInt8>, atLeast length: Int) -> String {
    var text = String(decoding: id.prefix(length), as: UTF8.self)
    if text.utf8.count == text.unicodeScalars.count { return text }
    let whole = String(decoding: id, as: UTF8.self)
    text = ""
    for character in whole {
      if text.utf8.count >= length, text.count >= shortestBeginning { break }
      text.append(character)
    }
    return text
  }

  private static func beginning(_ id: ArraySlice<UInt8>) -> UInt64 {
    id.withUnsafeBufferPointer(\.beginning)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The first characters of an id that a short id has at least, as a number.
  fileprivate var beginning: UInt64 { word(0..<Swift.min(count, VaultIndex.shortLength)) }
}
