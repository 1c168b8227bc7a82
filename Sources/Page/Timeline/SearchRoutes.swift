internal import HTTPTypes
internal import Journal
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

/// The newest notes that match, each with the line in which a word is.
enum SearchRoutes {
  static func search(_ incoming: PageRequest) async throws -> Reply {
    let query = incoming.request.query
    let address = TimelineAddress { query[$0] }
    let found = try await find(address, isCounted: query["all"] == "1", incoming)
    let shelf = incoming.shelf
    let entries = shelf.entries(found.notes, in: incoming.snapshot.index)
    let tag = PageTag(incoming, shown: entries.map(\.stamp))
    if let unchanged = tag.reply(to: incoming.request) { return unchanged }
    let view = SearchView(
      site: incoming.addresses, address: address, isWritable: incoming.isWritable)
    let words = try await incoming.site.query(of: address.filter, incoming)
    var frame = PageFrame(incoming, title: view.heading, kind: "plain")
    frame.styles = ["finding.css"]
    frame.search = address.filter.text
    frame.values = view.values(
      entries.compactMap { hit($0, words, incoming) }, found.count,
      older: found.older.map(incoming.timeline.cursor))
    frame.values["filterForm"] = .view(
      FilterForm(
        site: incoming.addresses, filter: address.filter, path: PagePath.search,
        categories: incoming.register.settings.categories
      ).view)
    return tag.marked(try frame.reply(query["fragment"] == "1" ? "results" : "search"))
  }

  /// What a page of hits shows.
  private struct Found {
    var notes: [VaultIndex.Position] = []
    var count: SearchView.Count = .exact(0)
    /// The last of the notes, if there are older hits.
    var older: VaultIndex.Position?
  }

  private static func find(
    _ address: TimelineAddress, isCounted: Bool, _ incoming: PageRequest
  ) async throws -> Found {
    guard !address.filter.isEmpty else { return Found() }
    let query = try await incoming.site.query(of: address.filter, incoming)
    let limit = TimelineIndex.pageSize
    if isCounted || query.isAnsweredByIndex {
      let all = try await incoming.site.timeline(matching: address.filter, incoming)
      let rest = all.sorted[start(address, all)...]
      return Found(
        notes: Array(rest.prefix(limit)), count: .exact(all.index.count),
        older: rest.count > limit ? rest.prefix(limit).last : nil)
    }
    let all = incoming.timeline
    let start = start(address, all)
    let hits = try await incoming.site.hits(
      limit + 1, of: query, among: Array(all.sorted[start...]), incoming)
    let notes = Array(hits.notes.prefix(limit))
    let hasMore = hits.notes.count > limit
    // Of a later page the newer hits are not known.
    return Found(
      notes: notes,
      count: !hasMore && start == 0
        ? .exact(notes.count) : start == 0 ? .atLeast(hits.notes.count) : .unknown,
      older: hasMore ? notes.last : nil)
  }

  private static func start(_ address: TimelineAddress, _ index: TimelineIndex) -> Int {
    if case .before(let cursor) = address.start { return index.place(of: cursor).after }
    return 0
  }

  private static func hit(
    _ entry: NoteShelf.Entry, _ query: NoteQuery, _ incoming: PageRequest
  ) -> SearchView.Hit? {
    guard let card = incoming.shelf.card(entry) else { return nil }
    guard !card.isSealed, !query.texts.isEmpty,
      let content = try? incoming.vault.folder.read(entry.path)
    else {
      return SearchView.Hit(card: card, title: nil, line: nil)
    }
    let title = card.title.map { MarkedLine($0, TextMarks(query.texts, query.folding)) }
    let line = NoteHit.line(
      of: NoteDocument(content.bytes), title: card.title, words: query.texts, query.folding)
    return SearchView.Hit(card: card, title: title, line: line)
  }
}
