internal import Rendering
internal import VaultFormat

/// A timeline in sections of days: the values of `timeline.mustache`.
struct TimelineView {
  let site: SiteAddress
  let address: TimelineAddress
  let isWritable: Bool

  /// A card that is rendered.
  typealias Card = (day: CalendarDay, html: SafeHTML)

  /// - Parameters:
  ///   - notes: newest first.
  ///   - total: the number of notes that match.
  func values(
    pinned: [Card], notes: [Card], older: TimelineCursor?, newer: TimelineCursor?,
    total: Int
  ) -> [String: TemplateValue] {
    var values: [String: TemplateValue] = [
      "heading": .text(heading), "showsHeading": .flag(address.filter.period != nil),
      "summary": address.filter.period == nil ? .none : .text(total.counted("note")),
      "hasPinned": .flag(!pinned.isEmpty), "pinned": .list(pinned.map(view)),
      "days": .list(days(notes)),
      "olderHref": .optional(older.map { site.timeline(address.starting(.before($0))) }),
      "newerHref": .optional(newer.map { site.timeline(address.starting(.after($0))) }),
      "empty": total == 0 ? .view(empty) : .none,
      "matches": address.filter.isEmpty ? .none : .text(total.counted("note")),
    ]
    if address.start != .newest, newer == nil {
      values["newerHref"] = .text(site.timeline(address.starting(.newest)))
    }
    values.merge(FilterChips(site: site, address: address).values) { $1 }
    return values
  }

  var heading: String {
    switch address.filter.period {
    case .day(let day): DateWords.day(day)
    case .month(let month): month.name
    case .year: address.filter.period?.dateExpression ?? ""
    case nil: address.filter.isEmpty ? "Timeline" : "Notes that match"
    }
  }

  /// The months before and after the one that is shown that have notes.
  func turns(_ months: [MonthCounts.Month]) -> [String: TemplateValue] {
    guard case .month(let shown) = address.filter.period else { return [:] }
    func link(_ month: CalendarMonth) -> TemplateView {
      .link(
        site.timeline(address.changing { $0.period = .month(month) }),
        month.year == shown.year
          ? MonthName.of(month.firstDay) : "\(DateWords.shortMonth(month.firstDay)) \(month.year)")
    }
    return [
      "former": .optional(months.first { $0.month < shown }.map { link($0.month) }),
      "later": .optional(months.last { $0.month > shown }.map { link($0.month) }),
    ]
  }

  /// Days in a row, as the notes come: one day can be there twice where notes come from several time zones.
  private func days(_ notes: [Card]) -> [TemplateView] {
    notes.inRuns(by: \.day).map { day, notes in
      var view = TemplateView.day(day, on: site)
      view["cards"] = .list(notes.map(self.view))
      return view
    }
  }

  private func view(_ card: Card) -> TemplateView { ["card": .html(card.html)] }

  /// "No note matches" and "no notes yet" differ, as does what to do next.
  private var empty: TemplateView {
    address.filter.isEmpty
      ? .empty(PageWords.noNotes, isWritable ? site.address("/new") : nil, PageWords.writeFirst)
      : .noMatch(of: address.filter.text, on: site)
  }
}

extension TemplateView {
  static func noMatch(of words: String, on site: SiteAddress) -> TemplateView {
    var view = TemplateView.empty(
      "Other or fewer words find more.", site.address("/"), "Show all notes")
    view["title"] = .text("No note matches" + (words.isEmpty ? "" : " “\(words)”"))
    return view
  }
}

/// The conditions of a timeline, each with an address that leaves it out.
struct FilterChips {
  let site: SiteAddress
  let address: TimelineAddress
  /// The path of the page that shows the notes.
  var path: String?

  var values: [String: TemplateValue] {
    func href(_ change: (inout TimelineFilter) -> Void) -> TemplateValue {
      let changed = address.changing(change)
      return .text(path.map { site.address(changed.text(at: $0)) } ?? site.timeline(changed))
    }
    var chips: [TemplateView] = []
    func add(_ label: String, without change: (inout TimelineFilter) -> Void) {
      chips.append(["label": .text(label), "removeHref": href(change)])
    }
    let filter = address.filter
    // The field of the search has them.
    if !filter.text.isEmpty, path != PagePath.search { add("“\(filter.text)”") { $0.text = "" } }
    for tag in filter.tags { add("#\(tag.text)") { $0.tags.removeAll { $0 == tag } } }
    if let kind = filter.kind { add(FilterForm.words(kind)) { $0.kind = nil } }
    if filter.isFavorite { add("favourites") { $0.isFavorite = false } }
    if let name = filter.about { add("about \(name)") { $0.about = nil } }
    if let name = filter.place { add("at \(name)") { $0.place = nil } }
    for name in filter.categories {
      add("category \(name)") { $0.categories.removeAll { $0 == name } }
    }
    if let day = filter.since { add("since \(DateWords.shortDay(day))") { $0.since = nil } }
    if let day = filter.until { add("until \(DateWords.shortDay(day))") { $0.until = nil } }
    return [
      "hasChips": .flag(!chips.isEmpty), "chips": .list(chips),
      "clearHref": chips.count > 1 ? href { $0 = TimelineFilter(period: $0.period) } : .none,
    ]
  }
}
