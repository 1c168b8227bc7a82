internal import HTTPTypes
internal import Media
internal import Publishing
internal import Rendering
internal import Sharing
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import WebServer

/// The notes of a member, by months or as a search finds them.
enum MemberTimeline {
  /// Notes on a page: months with few notes share one, and a month with more has several.
  private static let (fewest, most) = (8, 40)

  /// `GET /shared`: the newest notes.
  static func newest(_ incoming: MemberRequest) async throws -> Reply? {
    guard let newest = incoming.view.months.first else {
      let values: [String: TemplateValue] = [
        "heading": .text(incoming.face.name ?? ""), "isEmpty": .text(incoming.words.isEmpty),
        "entries": .list([]), "moreHref": .none, "more": .none, "older": .none, "newer": .none,
        "hasMonths": false, "homeHref": .none,
      ]
      return try incoming.face.reply(
        "member-timeline", title: incoming.face.name.map(incoming.words.forMember) ?? "", values)
    }
    return try await page(newest.month, after: 0, incoming)
  }

  /// `GET /shared/m/2026-06`: the notes of a month, and of those before it if they are few.
  static func month(_ incoming: MemberRequest) async throws -> Reply? {
    guard let month = incoming.parameters.first.flatMap({ CalendarMonth($0) }) else { return nil }
    return try await page(month, after: Int(incoming.request.query["after"] ?? "") ?? 0, incoming)
  }

  /// - Parameter start: how many notes of the first month come before.
  private static func page(
    _ month: CalendarMonth, after start: Int, _ incoming: MemberRequest
  ) async throws -> Reply? {
    let (view, words, addresses) = (incoming.view, incoming.words, incoming.addresses)
    guard let first = view.months.firstIndex(where: { $0.month == month }),
      0..<view.months[first].range.count ~= start
    else { return nil }
    let lower = view.months[first].range.lowerBound + start
    var last = first
    var upper = view.months[first].range.upperBound
    while upper - lower < fewest, last + 1 < view.months.count,
      view.months[last + 1].range.upperBound - lower <= most
    {
      last += 1
      upper = view.months[last].range.upperBound
    }
    let end = min(upper, lower + most)
    try await incoming.media.read(view.notes[lower..<end])
    let months = view.months[first...last].map(\.month)
    let entries = MemberEntries(incoming, showsYears: months.contains { $0.year != month.year })
    let heading =
      months.count == 1
      ? words.month(month)
      : [months[months.count - 1], month].map(words.month).joined(separator: " – ")
    func link(_ place: Int) -> TemplateValue {
      guard view.months.indices.contains(place) else { return .none }
      let month = view.months[place].month
      return .view(["href": .text(addresses.month(month)), "label": .text(words.month(month))])
    }
    return try incoming.face.reply(
      "member-timeline", title: heading,
      [
        "heading": .text(heading), "isEmpty": .none,
        "entries": .list(view.notes[lower..<end].map(entries.entry)),
        "moreHref": end < upper
          ? .text(addresses.month(month, after: end - view.months[first].range.lowerBound)) : .none,
        "more": .text(words.more),
        "older": link(last + 1), "newer": first == 0 ? .none : link(first - 1),
        "hasMonths": .flag(view.months.count > 1),
        "monthsHTML": .html(
          try view.months(in: addresses.home, words.site.code, around: months) {
            try incoming.face.part(
              "member-months", ["years": .list(years(view.months.map(\.month), months, incoming))])
          }),
        "homeHref": first == 0 && start == 0 ? .none : .text(addresses.home),
      ])
  }

  /// - Parameter shown: the months on the page.
  private static func years(
    _ months: [CalendarMonth], _ shown: [CalendarMonth], _ incoming: MemberRequest
  ) -> [TemplateView] {
    months.inRuns(by: \.year).map { year, months in
      let views = months.map { month -> TemplateView in
        [
          "href": .text(incoming.addresses.month(month)),
          "label": .text(incoming.words.site.month(month.firstDay)),
          "isCurrent": .flag(shown.contains(month)),
        ]
      }
      return ["year": "\(year)", "months": .list(views)]
    }
  }

  // MARK: - Searching

  /// On a page.
  private static let mostHits = 40
  private static let mostWords = 8

  /// `GET /shared/search?q=`: all words are in a note; none for no words.
  static func search(_ incoming: MemberRequest) async throws -> Reply? {
    let (query, words, addresses) = (incoming.request.query, incoming.words, incoming.addresses)
    let text = String((query["q"] ?? "").prefix(200))
    let start = max(Int(query["after"] ?? "") ?? 0, 0)
    let wanted = text.split(whereSeparator: \.isWhitespace)
      .map { $0.hasPrefix("#") ? $0.dropFirst() : $0 }.filter { !$0.isEmpty }
      .prefix(mostWords).map { TextMatcher(String($0)) }
    var scratch = FoldingScratch()
    let hits = wanted.isEmpty ? [] : incoming.view.notes.filter { $0.contains(wanted, &scratch) }
    let shown = hits.dropFirst(start).prefix(mostHits)
    try await incoming.media.read(shown)
    let entries = MemberEntries(incoming)
    let hint = wanted.isEmpty ? words.searchHint : hits.isEmpty ? words.nothingFound : nil
    return try incoming.face.reply(
      "member-timeline", title: words.search,
      [
        "heading": .text(wanted.isEmpty ? words.search : words.found(hits.count, text)),
        "isEmpty": .optional(hint), "entries": .list(shown.map(entries.entry)),
        "moreHref": shown.endIndex < hits.endIndex
          ? .text(addresses.search(for: text, after: shown.endIndex)) : .none,
        "more": .text(words.moreFound), "older": .none, "newer": .none, "hasMonths": false,
        "homeHref": .text(addresses.home),
      ], search: text)
  }
}

/// A note of a member, with what is said of it.
enum MemberNotePage {
  /// `GET /shared/n/{id}`.
  static func note(_ incoming: MemberRequest) async throws -> Reply? {
    guard let note = incoming.note else { return nil }
    return try await page(note, incoming)
  }

  /// - Parameter written: a comment that was not taken, as it was written, and why.
  static func page(
    _ note: MemberNote, _ incoming: MemberRequest,
    written: (text: String, refusal: CommentRefusal)? = nil
  ) async throws -> Reply {
    try await incoming.media.read([note])
    let (shared, words, addresses) = (note.shared, incoming.words, incoming.addresses)
    let entries = MemberEntries(incoming)
    let rendered = entries.text(of: note)
    let month = CalendarMonth(shared.day)
    var values = entries.media(rendered.others, of: note)
    values.merge([
      "monthHref": .text(addresses.month(month)), "month": .text(words.month(month)),
      "when": .text(entries.when(shared, words.site.longDay(shared.day))),
      "datetime": .text(shared.day.description),
      // A heading is shown by the text.
      "title": rendered.note.hasTitle ? .none : .text(entries.title(shared)),
      "bodyHTML": .html(rendered.note.html), "isCut": .flag(rendered.note.isCut),
      "with": .optional(words.site.with(shared.people)),
      "by": shared.authors.isEmpty
        ? .none : .text(words.by(shared.authors.joined(separator: ", "))),
    ]) { $1 }
    values.merge(CommentForms.values(of: note, incoming, written: written)) { $1 }
    return try incoming.face.reply(
      "member-note", title: entries.title(shared), values,
      status: written == nil ? .ok : .unprocessableContent)
  }

  /// `GET /shared/n/{id}/photo/{name}`: a photo of a note alone, with ways to those before and after it.
  static func photo(_ incoming: MemberRequest) async throws -> Reply? {
    guard let note = incoming.note else { return nil }
    try await incoming.media.read([note])
    let (shared, words, addresses) = (note.shared, incoming.words, incoming.addresses)
    // Files with the same content have one address.
    var names: Set<String> = []
    let photos = shared.media.filter { $0.kind == .photo && names.insert($0.name).inserted }
    guard let place = photos.firstIndex(where: { $0.name == incoming.parameters.last }) else {
      return nil
    }
    func link(_ place: Int) -> TemplateValue {
      photos.indices.contains(place)
        ? .text(addresses.photo(photos[place].name, of: shared.id)) : .none
    }
    let entries = MemberEntries(incoming)
    var values = entries.values(of: photos[place], in: shared, .large)
    values.merge([
      "closeHref": .text("\(addresses.note(shared.id))#p-\(photos[place].name)"),
      "wholeHref": .text(addresses.medium(photos[place].name, of: shared.id)),
      "previousHref": link(place - 1), "nextHref": link(place + 1),
      "counter": .text(words.photo(place + 1, of: photos.count)),
      "alt": .text(words.photo(words.site.day(shared.day))), "title": .text(entries.title(shared)),
    ]) { $1 }
    return try incoming.face.reply("member-photo", title: entries.title(shared), values)
  }
}

extension MemberNote {
  /// Whether each of some words is in what the member sees of the note.
  fileprivate func contains(_ words: [TextMatcher], _ scratch: inout FoldingScratch) -> Bool {
    searchedText.withUnsafeBufferPointer { text in
      words.allSatisfy { $0.contains(text, scratch: &scratch) }
    }
  }
}
