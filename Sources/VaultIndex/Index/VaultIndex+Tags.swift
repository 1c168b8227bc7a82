package import VaultFormat

extension VaultIndex {
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
        for text in TagList.texts(in: shard.tags(ofNoteAt: index)) {
          spellings[text, default: 0] += 1
        }
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
