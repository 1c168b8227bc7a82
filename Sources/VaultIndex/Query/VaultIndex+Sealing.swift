package import VaultFormat

extension VaultIndex {
  /// When a note opens; nil unless it was sealed when the index was read.
  package func opening(_ position: Position) -> CalendarDay? {
    guard self[position].flags.contains(.isSealed) else { return nil }
    return shards[Int(position.shard)].openings[position.note]
  }

  /// The conflict copies that are sealed, and when they open.
  var sealedCopies: [NoteID: CalendarDay] {
    Dictionary(
      copies.compactMap { copy in opening(copy.position).map { (id(copy.position), $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The index in which a conflict copy is sealed while its note is, whatever keys it has itself (docs/vault-format.md,
  /// rule K-17).
  ///
  /// - Parameters:
  ///   - matcher: of the query by which the index was read.
  ///   - opening: reads a note again that the query left out: when it opens; nil unless it is sealed.
  func sealingCopies(
    _ matcher: QueryMatcher, _ opening: (VaultPath) -> CalendarDay?
  ) -> VaultIndex {
    let copies = copies
    guard !copies.isEmpty else { return self }
    let openings = openings(of: Set(copies.map(\.original)), opening)
    guard !openings.isEmpty else { return self }
    var shards = shards
    for (position, original) in copies {
      guard let day = openings[original], !self[position].flags.contains(.isSealed) else {
        continue
      }
      let shown = NoteDocument(Array("---\n---\n".utf8)).sealed(until: day)
      let marked = (try? shown.setting(KnownKey.conflictOf.name, to: .text(original.text))) ?? shown
      shards[Int(position.shard)].seal(
        noteAt: Int(position.note), until: day,
        isMatch: matcher.allows(sealed: self[position], marked))
    }
    return VaultIndex(shards: shards, keepsText: keepsText, findings: findings)
  }

  /// The conflict copies among the matches.
  private var copies: [(position: Position, original: NoteID)] {
    shards.enumerated().flatMap { number, shard in
      shard.originals.filter { shard.notes[Int($0.key)].isMatch }.map {
        (Position(shard: Int32(number), note: $0.key), $0.value)
      }
    }
  }

  /// When those of the notes that are sealed open.
  private func openings(
    of ids: Set<NoteID>, _ opening: (VaultPath) -> CalendarDay?
  ) -> [NoteID: CalendarDay] {
    var openings: [NoteID: CalendarDay] = [:]
    for shard in shards {
      shard.notes.forEachIndexed { index, note in
        guard note.flags.contains(.storesID) else { return }
        let id = shard.id(of: note)
        guard ids.contains(id) else { return }
        openings[id] =
          note.isMatch
          ? shard.openings[Int32(truncatingIfNeeded: index)] : opening(shard.path(of: note))
      }
    }
    return openings
  }
}
