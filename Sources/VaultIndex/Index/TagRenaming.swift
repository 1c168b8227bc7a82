package import VaultFormat
package import VaultStore

/// What renaming a tag changes: the notes that have it, or a tag nested in it.
package struct TagRenaming: Sendable {
  package let old: Tag
  package let new: Tag
  /// Sorted by path.
  package let notes: [VaultIndex.Position]
  /// How many of these have the new tag, or one nested in it, already: the two tags become one there.
  package let mergedCount: Int
  /// How many other notes have it: of all these nobody can tell afterwards which tag they had.
  package let otherCount: Int
  /// The tags that are nested in the old one.
  package let nested: [Tag]

  package init(_ old: Tag, to new: Tag, in index: VaultIndex) {
    self.old = old
    self.new = new
    notes = index.notes(taggedWithin: old)
    let wanted = Set(notes)
    let taken = index.notes(taggedWithin: new)
    mergedCount = taken.count { wanted.contains($0) }
    otherCount = taken.count - mergedCount
    nested = Tag.unique(notes.flatMap { index.tags($0) }.filter { $0 != old && $0.isWithin(old) })
      .sorted()
  }

  /// The notes whose front matter cannot be read but contains the word: they may have the tag, and are not changed.
  ///
  /// - Returns: with what is wrong with each.
  package static func unreadableNotes(
    in index: VaultIndex, mentioning tag: Tag, of folder: VaultFolder
  ) throws(StoreError) -> [(path: VaultPath, problem: Finding)] {
    var found: [(path: VaultPath, problem: Finding)] = []
    for path in index.brokenNotes {
      let document = NoteDocument(try folder.read(path).bytes)
      guard let frontMatter = document.frontMatter, let problem = frontMatter.problem else {
        continue
      }
      let text = String(decoding: document.bytes[frontMatter.range], as: UTF8.self)
      if Normalization.nfc(text.lowercased()).contains(tag.key) { found.append((path, problem)) }
    }
    return found
  }
}
