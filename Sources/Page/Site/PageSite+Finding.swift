internal import Journal
internal import Operations
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import WebServer

extension PageSite {
  /// The notes that match a filter.
  ///
  /// From memory where titles and tags are enough, else by a scan of the files, whose result is kept for a while.
  ///
  /// - Throws: for a text that is no query; a `CancellationError` if the client has gone.
  func timeline(
    matching filter: TimelineFilter, _ incoming: PageRequest
  ) async throws -> TimelineIndex {
    if filter.isEmpty { return incoming.timeline }
    if filter.isFavorite || filter.about != nil || !filter.categories.isEmpty {
      return try await journalTimeline(filter, incoming)
    }
    let query = try await query(of: filter, incoming)
    let index = incoming.snapshot.index
    if let narrowed = index.narrowed(to: query) { return TimelineIndex(narrowed) }
    let key = FilteredTimelines.Key(
      generation: incoming.snapshot.generation, filter: filter, day: incoming.now.day)
    if let known = filtered.timeline(for: key) { return known }
    let all = incoming.timeline.sorted
    let hits = try await hits(.max, of: query, among: all, incoming)
    let found = TimelineIndex(index.narrowed(toNotesAt: hits.notes))
    // Media folders are not watched, and a network disk reports nothing.
    if !query.needsMedia, incoming.snapshot.state == .watched { filtered.keep(found, for: key) }
    return found
  }

  /// The notes that match a filter and stand in a timeline: pages do only where the filter asks for them, as by
  /// `is:person`.
  func notes(
    matching filter: TimelineFilter, _ incoming: PageRequest
  ) async throws -> TimelineIndex {
    let found = try await timeline(matching: filter, incoming)
    return try await query(of: filter, incoming).files == nil ? found.withoutPages : found
  }

  /// Favourites, and notes about a person or of a category, are known without a scan.
  private func journalTimeline(
    _ filter: TimelineFilter, _ incoming: PageRequest
  ) async throws -> TimelineIndex {
    var rest = filter
    (rest.isFavorite, rest.about, rest.categories) = (false, nil, [])
    let (journal, _) = try await incoming.journal()
    var ids: Set<NoteID>?
    if filter.isFavorite { ids = journal.favorites }
    if let name = filter.about {
      let names = Set(journal.book.spellings(of: name).map { NameKey($0.utf8) })
      let about = Set(journal.byPerson.notes(naming: names).map(\.id))
      ids = ids?.intersection(about) ?? about
    }
    if !filter.categories.isEmpty {
      let having = filter.categories.reduce(into: Set()) {
        $0.formUnion(journal.notes(inCategory: $1))
      }
      ids = ids?.intersection(having) ?? having
    }
    let found = try await timeline(matching: rest, incoming).index
    return TimelineIndex(found.narrowed(toNotesAt: found.notes(withIDs: ids ?? [])))
  }

  func query(
    of filter: TimelineFilter, _ incoming: PageRequest
  ) async throws -> NoteQuery {
    // The notes are read only for a query that may name a place.
    let places = filter.text.contains("near:") ? try await incoming.placeBook() : nil
    return try filter.query(
      QueryParser(
        now: incoming.now.seconds, zone: incoming.zone,
        resolver: PageResolver(
          incoming.register.settings, places: places, cities: places == nil ? nil : CityFile.kept
        ) { incoming.register.book }))
  }

  /// The first notes of `sorted` that match; reads no further than needed, and stops when the client goes away, unless
  /// others wait too.
  ///
  /// - Parameter limit: see `NewestScan`.
  func hits(
    _ limit: Int, of query: NoteQuery, among sorted: [VaultIndex.Position], _ incoming: PageRequest
  ) async throws -> NewestScan.Hits {
    let (scan, index) = (NewestScan(incoming.source.scanner()), incoming.snapshot.index)
    let (scans, stop) = (scans, ScanStop())
    let find: @Sendable () async throws -> NewestScan.Hits? = {
      try await withTaskCancellationHandler {
        try await scans.run {
          try scan.hits(limit, of: query, among: sorted, of: index, stop: stop)
        }
      } onCancel: {
        stop.stop()
      }
    }
    let hits = try await incoming.isShared ? find() : incoming.request.whileConnected(find)
    guard let hits else { throw CancellationError() }
    return hits
  }
}

extension NoteQuery {
  fileprivate var needsMedia: Bool { !kinds.isEmpty || hasMedia != nil || !mediaKinds.isEmpty }
}
