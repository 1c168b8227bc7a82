internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
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
    let query = try query(of: filter)
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

  func query(of filter: TimelineFilter) throws(QueryParser.Failure) -> NoteQuery {
    let now = settings.surroundings.now()
    return try filter.query(QueryParser(now: now, zone: settings.source.zone))
  }

  /// The first notes of `sorted` that match; reads no further than needed, and stops when the client goes away.
  ///
  /// - Parameter limit: see `NewestScan`.
  func hits(
    _ limit: Int, of query: NoteQuery, among sorted: [VaultIndex.Position], _ incoming: PageRequest
  ) async throws -> NewestScan.Hits {
    let scan = NewestScan(
      incoming.vault, zone: settings.source.zone, threads: settings.source.threads,
      sealedOn: incoming.now.day)
    let index = incoming.snapshot.index
    let (scans, stop) = (scans, ScanStop())
    let hits = try await incoming.request.whileConnected {
      try await withTaskCancellationHandler {
        try await scans.run {
          try scan.hits(limit, of: query, among: sorted, of: index, stop: stop)
        }
      } onCancel: {
        stop.stop()
      }
    }
    guard let hits else { throw CancellationError() }
    return hits
  }
}

extension NoteQuery {
  fileprivate var needsMedia: Bool { !kinds.isEmpty || hasMedia != nil || !mediaKinds.isEmpty }
}
