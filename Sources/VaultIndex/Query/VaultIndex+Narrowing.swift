internal import VaultFormat

extension NoteQuery {
  /// Whether an index with titles and tags is enough to match it, without reading files.
  package var isAnsweredByIndex: Bool {
    texts.isEmpty && excludedTexts.isEmpty && pattern == nil && kinds.isEmpty
      && excludedKinds.isEmpty && hasMedia == nil && mediaKinds.isEmpty
      && excludedMediaKinds.isEmpty && properties.isEmpty
  }
}

extension VaultIndex {
  /// The notes of this index that match a query, without reading any file.
  ///
  /// - Returns: nil if that is not enough (`NoteQuery.isAnsweredByIndex`), or the index has no tags and the query needs
  ///   them.
  package func narrowed(to query: NoteQuery) -> VaultIndex? {
    let matcher = QueryMatcher(query)
    guard query.isAnsweredByIndex, keepsText || !matcher.needsTags else { return nil }
    if query.isEmpty { return self }
    let narrowed = shards.map { shard in
      shard.narrowed { index, note in
        guard matcher.allows(note) else { return false }
        return !matcher.needsTags
          || matcher.allows(tagList: shard.tags(ofNoteAt: index))
      }
    }
    return VaultIndex(shards: narrowed, keepsText: keepsText, findings: findings)
  }
}

extension VaultIndex {
  /// The ordinary notes, which a timeline shows: without pages such as those of persons and trackers.
  package var withoutPages: VaultIndex {
    var hasPages = false
    forEachPosition { _, note in hasPages = hasPages || note.flags.kind != nil }
    guard hasPages else { return self }
    let narrowed = shards.map { shard in shard.narrowed { _, note in note.flags.kind == nil } }
    return VaultIndex(shards: narrowed, keepsText: keepsText, findings: findings)
  }

  /// The notes at these places.
  package func narrowed(toNotesAt places: some Sequence<Position>) -> VaultIndex {
    var wanted = [Set<Int32>](repeating: [], count: shards.count)
    for place in places { wanted[Int(place.shard)].insert(place.note) }
    let narrowed = shards.enumerated().map { number, shard in
      shard.narrowed { index, _ in wanted[number].contains(Int32(truncatingIfNeeded: index)) }
    }
    return VaultIndex(shards: narrowed, keepsText: keepsText, findings: findings)
  }
}
