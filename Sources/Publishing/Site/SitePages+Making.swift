internal import Media
internal import Rendering
internal import Sharing
internal import VaultFormat

extension SitePages {
  /// The content of a file that is no medium.
  ///
  /// - Throws: if a template of the user cannot be used.
  func bytes(of page: SitePage) throws(TemplateLibrary.Problem) -> [UInt8] {
    switch page {
    case .front: try html("front", front)
    case .note(let place): try html("note", note(at: place))
    case .archive:
      try html(
        "names",
        names(
          "archive", words.archive, kind: "lines",
          years.map { (String($0.year), SiteNames.page(ofYear: $0.year), $0.notes.count) }))
    case .tags:
      try html(
        "names",
        names(
          "tags", words.tags, kind: "cloud",
          tags.map { ("#\($0.text)", names.tags[$0] ?? "", notes(with: $0).count) }))
    case .year(let year):
      try html("lines", lines(String(year), notes(of: year), isOneYear: true))
    case .tag(let tag): try html("lines", lines("#\(tag.text)", notes(with: tag), isOneYear: false))
    case .search: try html("search", search)
    case .missing: try html("missing", missing)
    case .texts(let year): Array(JSONValue.array(notes(of: year).map(searched)).compact.utf8)
    case .atom: Array(atom.text.utf8)
    case .jsonFeed: Array((jsonFeed.pretty + "\n").utf8)
    case .sitemap: sitemap
    case .robots: robots
    case .style: look.css(with: edition.accent)
    case .script: look.script
    case .medium: []
    }
  }

  private var words: SiteWords { edition.words }

  private func html(_ name: String, _ view: TemplateView) throws(TemplateLibrary.Problem) -> [UInt8]
  {
    try look.templates.html(name, view).bytes
  }

  // MARK: - Pages

  private var front: TemplateView {
    let shown = Array(edition.notes.indices.prefix(Self.frontCount))
    let count = edition.notes.count
    return [
      "page": page(nil, isInside: false),
      "lead": .optional(count == 0 ? nil : words.notes(count)),
      "months": .list(
        inMonths(shown).map { day, places in
          [
            "id": .text("m\(day.year)-\(day.month)"), "name": .text(words.monthAndYear(day)),
            "cards": .list(places.map { card(of: $0) }),
          ]
        }),
      "empty": .optional(count == 0 ? words.empty : nil), "hasMore": .flag(count > shown.count),
    ]
  }

  private func card(of place: Int) -> TemplateView {
    let note = edition.notes[place]
    let picture = note.media.first { $0.kind == .photo }
    let excerpt = text.excerpt(of: note, length: 320)
    return [
      "href": .text(Self.address(names.notes[place])), "title": .text(edition.title(of: note)),
      "when": .text(words.dayOfMonth(note.day)), "datetime": .text(note.day.description),
      "place": .optional(note.place),
      "excerpt": .optional(
        excerpt.text.isEmpty ? nil : excerpt.text + (excerpt.hasMore ? " …" : "")),
      "picture": .optional(picture.map { self.picture($0, isLater: place > 1) }),
    ]
  }

  private func picture(_ medium: SharedMedium, isLater: Bool = true) -> TemplateView {
    let size = medium.size
    return [
      "src": .text(pictures.path(of: medium)), "width": .optional(size.map { String($0.width) }),
      "height": .optional(size.map { String($0.height) }),
      "isTall": .flag(size.map { $0.height > $0.width } ?? false), "isLater": .flag(isLater),
    ]
  }

  private func note(at place: Int) -> TemplateView {
    let note = edition.notes[place]
    var view = NoteTexts(edition, text).view(of: note) { names.tags[$0].map(Self.address) }
    let summary = text.excerpt(of: note, length: 160).text
    view["page"] = page(
      edition.title(of: note), path: names.notes[place], summary: summary.isEmpty ? nil : summary)
    let (newer, older) = (neighbour(place - 1), neighbour(place + 1))
    view["turn"] =
      newer == nil && older == nil
      ? TemplateValue.none : .view(["newer": .optional(newer), "older": .optional(older)])
    return view
  }

  private func neighbour(_ place: Int) -> TemplateView? {
    guard edition.notes.indices.contains(place) else { return nil }
    return [
      "href": .text(Self.address(names.notes[place])),
      "title": .text(edition.title(of: edition.notes[place])),
    ]
  }

  private func lines(_ heading: String, _ places: [Int], isOneYear: Bool) -> TemplateView {
    [
      "page": page(heading), "heading": .text(heading), "lead": .text(words.notes(places.count)),
      "parts": .list(
        inMonths(places).map { day, places in
          [
            "id": .text("m\(day.year)-\(day.month)"),
            "name": .text(isOneYear ? words.month(day) : words.monthAndYear(day)),
            "lines": .list(places.map { line(at: $0) }),
          ]
        }),
    ]
  }

  private func line(at place: Int) -> TemplateView {
    let note = edition.notes[place]
    return [
      "href": .text(Self.address(names.notes[place])), "title": .text(edition.title(of: note)),
      "when": .text(words.dayAndMonth(note.day)), "datetime": .text(note.day.description),
    ]
  }

  private func names(
    _ place: String, _ heading: String, kind: String,
    _ names: [(name: String, page: String, count: Int)]
  ) -> TemplateView {
    [
      "page": page(heading, section: place), "heading": .text(heading),
      "lead": .text(words.notes(edition.notes.count)), "kind": .text(kind),
      "names": .list(
        names.map {
          [
            "name": .text($0.name), "href": .text(Self.address($0.page)),
            "count": .text(String($0.count)),
          ]
        }),
    ]
  }

  private var search: TemplateView {
    [
      "page": page(words.search, section: "search", script: SiteLook.scriptName),
      "years": .text(years.map { String($0.year) }.joined(separator: " ")),
    ]
  }

  private var missing: TemplateView { ["page": page(words.missing, base: edition.root)] }

  /// Neighbours of one month together.
  private func inMonths(_ places: [Int]) -> [(CalendarDay, [Int])] {
    places.inRuns { CalendarMonth(edition.notes[$0].day) }.map { ($0.key.firstDay, $0.elements) }
  }

  /// What is around a page.
  ///
  /// - Parameter title: nil for the front page.
  private func page(
    _ title: String?, path: String? = nil, summary: String? = nil, section: String? = nil,
    script: String? = nil, base: String = "", isInside: Bool = true
  ) -> TemplateValue {
    let surroundings = PageSurroundings(edition)
    return .view(
      surroundings.view(
        title,
        canonical: edition.address.flatMap { address in path.map { address + Self.address($0) } },
        summary: summary, section: section, script: script, base: base, isInside: isInside,
        hasTags: !tags.isEmpty))
  }

  // MARK: - For programs

  private func searched(_ place: Int) -> JSONValue {
    let note = edition.notes[place]
    return .object([
      ("page", .string(Self.address(names.notes[place]))),
      ("title", .string(edition.title(of: note))), ("day", .string(note.day.description)),
      ("when", .string(words.day(note.day))), ("tags", .array(note.tags.map { .string($0.text) })),
      ("text", .string(text.excerpt(of: note, length: Self.searchLength).text)),
    ])
  }

  private var atom: AtomFeed {
    let address = edition.address ?? ""
    return AtomFeed(
      id: address, title: edition.title, author: edition.author ?? edition.title,
      address: address + "feed.xml", page: address,
      entries: feedEntries.map { entry in
        AtomFeed.Entry(
          id: Self.feedID(entry.note.id), title: edition.title(of: entry.note),
          updated: entry.updated, published: entry.published, address: entry.address,
          tags: entry.note.tags, html: entry.html)
      }, deletions: deletions)
  }

  /// JSON Feed 1.1.
  private var jsonFeed: JSONValue {
    let address = edition.address ?? ""
    let items = feedEntries.map { entry -> JSONValue in
      .object([
        ("id", .string(Self.feedID(entry.note.id))), ("url", .string(entry.address)),
        ("title", .string(edition.title(of: entry.note))), ("content_html", .string(entry.html)),
        ("date_published", .string(entry.published.rfc3339)),
        ("date_modified", .string(entry.updated.rfc3339)),
        ("tags", .array(entry.note.tags.map { .string($0.text) })),
      ])
    }
    return .object([
      ("version", .string("https://jsonfeed.org/version/1.1")), ("title", .string(edition.title)),
      ("home_page_url", .string(address)), ("feed_url", .string(address + "feed.json")),
      ("language", .string(edition.language)),
      ("authors", .array(edition.author.map { [.object([("name", .string($0))])] } ?? [])),
      ("items", .array(items)),
    ])
  }

  private struct FeedEntry {
    let note: SharedNote
    let address: String
    let published: NoteTime
    let updated: NoteTime
    let html: String
  }

  /// With absolute addresses, and times in UTC: an offset tells where somebody was.
  private var feedEntries: [FeedEntry] {
    guard let root = edition.address else { return [] }
    let addresses = text.addresses
    let absolute = SharedText(
      edition.view, language: edition.language,
      addresses: SharedText.Addresses(
        note: { addresses.note($0).map { root + $0 } },
        medium: { addresses.medium($0).map { root + $0 } },
        tag: { addresses.tag($0).map { root + $0 } }))
    return edition.notes.indices.prefix(Self.feedCount).map { place in
      let note = edition.notes[place]
      let rendered = absolute.render(note)
      let photos = rendered.others.filter { $0.kind == .photo }.map {
        "<p><img src=\"\(AtomFeed.escaped(root + pictures.path(of: $0)))\" alt=\"\" /></p>"
      }
      let day = NoteTime(day: note.day, secondOfDay: 0, zone: .utc)
      return FeedEntry(
        note: note, address: root + Self.address(names.notes[place]), published: day,
        updated: NoteTime(instant: max(note.updated.seconds, day.seconds), zone: .utc),
        html: rendered.note.html.text + photos.joined())
    }
  }

  /// sitemaps.org, version 0.9.
  private var sitemap: [UInt8] {
    let root = edition.address ?? ""
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
      <url><loc>\(AtomFeed.escaped(root))</loc></url>

      """
    for (place, note) in edition.notes.enumerated() {
      let address = AtomFeed.escaped(root + Self.address(names.notes[place]))
      let day = NoteTime(instant: note.updated.seconds, zone: .utc).day
      text += "<url><loc>\(address)</loc><lastmod>\(day)</lastmod></url>\n"
    }
    return Array((text + "</urlset>\n").utf8)
  }

  private var robots: [UInt8] {
    let map = edition.address.map { "Sitemap: \($0)sitemap.xml\n" } ?? ""
    let rule = edition.isHidden ? "Disallow: /\n" : "Allow: /\n"
    return Array("User-agent: *\n\(rule)\(edition.isHidden ? "" : map)".utf8)
  }
}
