internal import VaultFormat

/// How often names occur; those that differ only in case or normalisation are one.
struct NameTally: Sendable {
  private var entries: [NameKey: NameCount] = [:]

  /// Counts each of the names once, and blank ones not at all.
  mutating func add(_ names: some Sequence<String>) {
    var seen: Set<NameKey> = []
    for name in names where name.contains(where: { !$0.isWhitespace }) {
      let key = NameKey(name.utf8)
      guard seen.insert(key).inserted else { continue }
      var entry = entries[key] ?? NameCount(name: name, count: 0)
      entry.count += 1
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

/// A name and the number of notes that have it.
package struct NameCount: Hashable, Sendable {
  package var name: String
  package var count: Int
}
