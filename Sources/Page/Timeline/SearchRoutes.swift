internal import Journal
internal import Media
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
    let address = TimelineAddress(query)
    let found = try await find(address, isCounted: query["all"] == "1", incoming)
    let cardLoader = incoming.cardLoader
    let entries = cardLoader.entries(found.notes, in: incoming.snapshot.index)
    return try await incoming.answer(PageTag(incoming, shown: entries.map(\.stamp))) {
      let view = SearchView(
        site: incoming.addresses, address: address, isWritable: incoming.isWritable)
      let words = try await incoming.site.query(of: address.filter, incoming)
      var frame = PageFrame(
        incoming, title: view.heading, styles: ["finding.css", "pictures.css"])
      frame.search = address.filter.text
      frame.values = view.values(
        entries.compactMap { hit($0, words, incoming) }, found.count,
        older: found.older.map(incoming.timeline.cursor))
      frame.values["filterForm"] = .view(
        FilterForm(incoming: incoming, filter: address.filter).view(at: PagePath.search))
      frame.values["recent"] = .text(incoming.site.assets.address("recent.js"))
      if found.notes.isEmpty, query["fragment"] != "1" {
        frame.styles.append("people.css")
        frame.values["starts"] = .view(
          SearchStarts(incoming: incoming).view(try await incoming.journal().index))
      }
      return try frame.reply(query["fragment"] == "1" ? "results" : "search")
    }
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
        ? .exact(notes.count) : start == 0 ? .more : .unknown,
      older: hasMore ? notes.last : nil)
  }

  private static func start(_ address: TimelineAddress, _ index: TimelineIndex) -> Int {
    if case .before(let cursor) = address.start { return index.place(of: cursor).after }
    return 0
  }

  private static func hit(
    _ entry: CardLoader.Entry, _ query: NoteQuery, _ incoming: PageRequest
  ) -> SearchView.Hit? {
    guard let card = incoming.cardLoader.card(entry) else { return nil }
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

/// The hits of a search: the values of `search.mustache` and `results.mustache`.
struct SearchView {
  let site: SiteAddress
  let address: TimelineAddress
  let isWritable: Bool

  struct Hit {
    var card: NoteCard
    /// With the words marked; nil if the card has no title, or nothing was searched in it.
    var title: MarkedLine?
    /// A line of the text with a word in it.
    var line: MarkedLine?
  }

  /// How many notes match.
  enum Count: Hashable {
    case exact(Int)
    /// The search ended when there were enough.
    case more
    case unknown
  }

  var heading: String {
    if address.filter.isEmpty { return "Search" }
    return address.filter.text.isEmpty ? "Notes that match" : address.filter.text
  }

  func values(
    _ hits: [Hit], _ count: Count, older: TimelineCursor?
  ) -> [String: TemplateValue] {
    let cards = CardView(site: site, isWritable: isWritable)
    let isCounted = if case .exact = count { true } else { false }
    var values: [String: TemplateValue] = [
      "heading": .text(heading),
      "summary": address.filter.isEmpty || (hits.isEmpty && isCounted)
        ? .none : .text(Self.words(count, shown: hits.count)),
      "countHref": isCounted
        ? .none : .text(href(TimelineAddress(address.filter), isCounted: true)),
      "timelineHref": address.filter.isEmpty
        ? .none : .text(site.timeline(TimelineAddress(address.filter))),
      "years": .list(
        hits.inRuns { $0.card.time.day.year }.map { year, hits in
          [
            "anchor": "y-\(year)", "year": "\(year)", "cards": .list(hits.map { view($0, cards) }),
          ]
        }),
      "olderHref": .optional(
        older.map { href(address.starting(.before($0)), isCounted: isCounted) }),
      "empty": hits.isEmpty && !address.filter.isEmpty ? .view(empty) : .none, "matches": .none,
    ]
    values.merge(FilterChips(site: site, address: address, path: PagePath.search).values) { $1 }
    return values
  }

  static func words(_ count: Count, shown: Int) -> String {
    switch count {
    case .exact(let count): count.counted("note")
    case .more: "The newest \(shown)"
    case .unknown: "Older notes"
    }
  }

  private func href(_ address: TimelineAddress, isCounted: Bool) -> String {
    let text = site.address(address.text(at: PagePath.search))
    return isCounted ? text.adding(field: "all=1") : text
  }

  private func view(_ hit: Hit, _ cards: CardView) -> TemplateView {
    var card = hit.card
    (card.media, card.furtherMedia, card.tags) = ([], 0, [])
    var view = cards.view(card)
    let pictures = hit.card.media.filter { $0.isPicture(on: site) }
    var media = MediaView(site: site, day: DateWords.day(hit.card.time.day))
    media.pictureAddress = { _ in site.note(hit.card.id) }
    view["rows"] = .list(
      pictures.prefix(1).map {
        ["look": "one", "photos": .list([media.picture($0, sizes: "6rem")])]
      })
    view["when"] = .text(DateWords.shortDay(hit.card.time.day))
    if let title = hit.title { view["title"] = .html(title.html) }
    if let line = hit.line { (view["excerpt"], view["again"]) = (.html(line.html), false) }
    return view
  }

  private var empty: TemplateView {
    guard address.start != .newest else { return .noMatch(of: address.filter.text, on: site) }
    return .empty(
      "There are no older notes that match.",
      href(TimelineAddress(address.filter), isCounted: false), "Show the newest")
  }
}

/// The persons, places and tags that most notes have, each as a way to its notes.
struct SearchStarts {
  let incoming: PageRequest

  func view(_ journal: JournalIndex) -> TemplateView {
    let site = incoming.addresses
    let persons = most(
      8, incoming.register.sorted.map { ($0, journal.byPerson.notes(naming: $0).count) }
    ) { person in
      var face = TemplateView.link(site.timeline { $0.about = person.title }, person.title)
      let picture = PersonPicture(person, journal, incoming)
      face["avatar"] = .view(picture.view(on: site, sizes: "4.5rem"))
      return face
    }
    let places = most(6, journal.places(among: CityTable.shipped).entries.map { ($0, $0.notes) }) {
      entry in
      guard let href = site.timeline(of: entry) else { return nil }
      var tile = TemplateView.link(href, entry.city ?? entry.title)
      tile.setPicture(
        incoming.scene(among: journal.notes.lazy.filter { $0.place == entry.title }), on: site)
      return tile
    }
    let tags = most(12, incoming.timeline.tags.map { ($0.tag, $0.count) }) {
      .link(site.tag($0), "#\($0.text)")
    }
    return ["persons": .list(persons), "places": .list(places), "tags": .list(tags)]
  }

  private func most<Kind>(
    _ limit: Int, _ all: [(Kind, count: Int)], _ view: (Kind) -> TemplateView?
  ) -> [TemplateView] {
    all.filter { $0.count > 0 }.sorted { $0.count > $1.count }.prefix(limit)
      .compactMap { view($0.0) }
  }
}

extension MarkedLine {
  var html: SafeHTML { SafeHTML(marking: parts.map { ($0.text, $0.isMarked) }) }
}

/// The line of a note in which a word of a search is.
enum NoteHit {
  /// In characters.
  private static let length = 240
  /// A longer line is looked at in pieces of this many bytes, which overlap by a quarter.
  private static let pieceSize = 2048
  /// In bytes: what is further down in a note is found, but not shown.
  private static let sizeLimit = 1 << 20

  /// The first line of the text that has one of the words beside its title; nil if there is none.
  static func line(
    of note: NoteDocument, title: String?, words: [String], _ folding: FoldingOptions
  ) -> MarkedLine? {
    let matchers = words.prefix(16).map { TextMatcher($0, options: folding) }
    guard !matchers.isEmpty else { return nil }
    let marks = TextMarks(words, folding)
    var scratch = FoldingScratch()
    let body = note.bytes[note.layout.bodyStart...].prefix(sizeLimit)
    for line in body.split(separator: UInt8(ascii: "\n")) {
      var piece = line
      while true {
        let end = pieceEnd(of: piece)
        let bytes = Array(piece[..<end])
        let isHit = bytes.withUnsafeBufferPointer { bytes in
          matchers.contains { $0.contains(bytes, scratch: &scratch) }
        }
        if isHit, let line = shown(bytes, marks, title) { return line }
        guard end < piece.endIndex else { break }
        piece = piece[pieceStart(before: end, in: piece)...]
      }
    }
    return nil
  }

  /// Without markup, unless the word is part of it.
  private static func shown(_ bytes: [UInt8], _ marks: TextMarks, _ title: String?) -> MarkedLine? {
    let plain = NoteExcerpt(of: NoteDocument(bytes), length: pieceSize).text
    let rest = plain.rest(after: title).map { ["… " + $0] }
    for text in rest ?? [plain, String(decoding: bytes, as: UTF8.self).trimmingBlanks] {
      let line = MarkedLine(text, marks, length: length)
      if line.hasMarks { return line }
    }
    return nil
  }

  /// The end of the piece with which `line` begins, between two characters.
  private static func pieceEnd(of line: ArraySlice<UInt8>) -> Int {
    guard line.count > pieceSize else { return line.endIndex }
    return characterStart(at: line.startIndex + pieceSize, in: line)
  }

  private static func pieceStart(before end: Int, in line: ArraySlice<UInt8>) -> Int {
    characterStart(at: end - pieceSize / 4, in: line)
  }

  private static func characterStart(at index: Int, in line: ArraySlice<UInt8>) -> Int {
    var index = index
    while index > line.startIndex + pieceSize / 2, line[index] & 0xC0 == 0x80 { index -= 1 }
    return index
  }
}
