internal import VaultFormat

/// How often names occur; those with equal keys are one.
struct NameTally<Key: Hashable & Sendable>: Sendable {
  private var entries: [Key: NameCount] = [:]

  /// Counts each of the names once for each of a number of notes.
  mutating func add(_ names: some Sequence<(key: Key, name: String)>, _ count: Int) {
    var seen: Set<Key> = []
    for (key, name) in names where seen.insert(key).inserted {
      var entry = entries[key] ?? NameCount(name: name, count: 0)
      entry.count += count
      // The first in byte order, with capitals before small letters, whichever came first.
      if name.utf8.lexicographicallyPrecedes(entry.name.utf8) { entry.name = name }
      entries[key] = entry
    }
  }

  /// The most frequent first, those of one frequency by name.
  var counts: [NameCount] {
    entries.values.sorted { a, b in
      a.count == b.count ? a.name.utf8.lexicographicallyPrecedes(b.name.utf8) : a.count > b.count
    }
  }
}

extension NameTally where Key == NameKey {
  /// Names that differ only in case or normalisation are one; blank ones are not counted.
  mutating func add(_ names: some Sequence<String>, _ count: Int) {
    let named = names.filter { $0.contains { !$0.isWhitespace } }
    add(named.map { (NameKey($0.utf8), $0) }, count)
  }
}

extension NameTally where Key == Tag {
  mutating func add(_ tags: [Tag], _ count: Int) { add(tags.map { ($0, $0.text) }, count) }
}

/// A name and the number of notes that have it.
package struct NameCount: Hashable, Sendable {
  package var name: String
  package var count: Int
}
