internal import Rendering
internal import VaultFormat
internal import VaultIndex

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
    case atLeast(Int)
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
      "summary": address.filter.isEmpty ? .none : .text(Self.words(count, shown: hits.count)),
      "countHref": isCounted
        ? .none : .text(href(TimelineAddress(address.filter), isCounted: true)),
      "timelineHref": address.filter.isEmpty
        ? .none : .text(site.timeline(TimelineAddress(address.filter))),
      "cards": .list(hits.map { view($0, cards) }),
      "olderHref": .optional(
        older.map { href(address.starting(.before($0)), isCounted: isCounted) }),
      "empty": hits.isEmpty ? .view(empty) : .none, "matches": .none,
    ]
    values.merge(FilterChips(site: site, address: address, path: PagePath.search).values) { $1 }
    return values
  }

  static func words(_ count: Count, shown: Int) -> String {
    switch count {
    case .exact(let count): count == 1 ? "1 note" : "\(count) notes"
    case .atLeast(let count): "The \(shown) newest of at least \(count) notes."
    case .unknown: "Older notes."
    }
  }

  private func href(_ address: TimelineAddress, isCounted: Bool) -> String {
    let text = address.text(at: PagePath.search)
    guard isCounted else { return site.address(text) }
    return site.address(text + (text.contains("?") ? "&" : "?") + "all=1")
  }

  private func view(_ hit: Hit, _ cards: CardView) -> TemplateView {
    var view = cards.view(hit.card)
    view["when"] = .text(DateWords.shortDay(hit.card.time.day))
    if let title = hit.title { view["title"] = .html(title.html) }
    if let line = hit.line { view["excerpt"] = .html(line.html) }
    return view
  }

  private var empty: TemplateView {
    if address.filter.isEmpty {
      return [
        "text":
          "Words are found in titles, texts, tags and file names. “Words in quotes” are found together, -word leaves out.",
        "href": .none, "label": .none,
      ]
    }
    if address.start != .newest {
      return [
        "text": "There are no older notes that match.",
        "href": .text(href(TimelineAddress(address.filter), isCounted: false)),
        "label": "Show the newest",
      ]
    }
    return [
      "text": "No note matches. Fewer conditions find more.", "href": .text(site.address("/")),
      "label": "Show all notes",
    ]
  }
}

extension MarkedLine {
  var html: SafeHTML { SafeHTML(marking: parts.map { ($0.text, $0.isMarked) }) }
}
