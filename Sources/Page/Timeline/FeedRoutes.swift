internal import Cryptography
internal import HTTPTypes
internal import Journal
internal import Operations
internal import Rendering
internal import SystemCalls
package import VaultFormat
package import VaultIndex
internal import VaultStore
internal import WebServer

/// Feeds, and a calendar of each: what one filter lets through, at addresses that open nothing else.
enum FeedRoutes {
  private static let limit = 50
  /// The most notes of a calendar, which programs read as a whole, every hour.
  private static let calendarLimit = 1000

  static func feed(_ incoming: PageRequest) async throws -> Reply {
    let feed = try Feed(incoming)
    let index = try await feed.found(hasPages: false)
    let slice = TimelineSlice(of: index, from: .newest, hasPinnedFirst: false, limit: limit)
    let entries = incoming.cardLoader.entries(slice.notes, in: index.index)
    let tag = PageTag(shown: entries.map(\.stamp), others: feed.parts)
    return try await incoming.answer(tag) {
      let addresses = SiteAddress(prefix: incoming.site.address)
      let bytes = try await incoming.site.madeFeeds.bytes(tag) {
        let atom = AtomFeed(
          id: uuid(of: feed.text), title: feed.token.name,
          author: incoming.site.settings.vaultName,
          address: addresses.address(PageFeed.path(of: feed.text)),
          page: addresses.timeline(feed.timeline),
          entries: entries.compactMap { entry(of: $0, incoming, addresses) })
        return Array(atom.text.utf8)
      }
      return Reply(.ok, "application/atom+xml; charset=utf-8", body: .bytes(bytes))
    }.with(.file)
  }

  /// As `tl calendar ics` writes it, but for sealed notes: also that there are some is not for whoever has the address.
  static func calendar(_ incoming: PageRequest) async throws -> Reply {
    let feed = try Feed(incoming)
    // Whoever was given an address of notes alone is not shown birthdays and trackers too.
    guard feed.token.hasCalendar == true else {
      throw PageProblem(
        .notFound, "No calendar",
        "This feed was made before feeds had calendars. One that is made now has both.", next: nil)
    }
    let index = try await feed.found(hasPages: true).index
    let (journal, state) = try await incoming.journal()
    let trackers = try await incoming.trackers().statuses
    // What is late stands at today from the moment on in which it is.
    let due = trackers.map { "\($0.due?.rfc3339 ?? "") \($0.late != nil)" }
    let made = PageTag(shown: [], others: ["calendar", state] + feed.parts + due)
    let bytes = try await incoming.site.madeFeeds.bytes(made) {
      let events = CalendarEvents(incoming.source, of: index, journal)
        .events([.birthdays, .due, .milestones, .notes], noteLimit: calendarLimit) { trackers }
      return ICalendar(name: feed.token.name, events: events).file
    }
    // By what it says: a change that it does not show is none to its reader.
    return await incoming.answer(PageTag(shown: [], others: [sha256Hex(bytes)])) {
      Reply(.ok, "text/calendar; charset=utf-8", body: .bytes(bytes))
    }.with(.file)
  }

  private struct Feed {
    let text: String
    let token: AccessToken
    let timeline: TimelineAddress
    private let incoming: PageRequest

    /// - Throws: a `PageProblem` if there is none.
    init(_ incoming: PageRequest) throws {
      guard let text = incoming.parameters.first, let token = try incoming.site.feeds.token(text)
      else {
        throw PageProblem(
          .notFound, "No feed",
          "There is no feed at this address, or it was ended; tl serve feed add makes another.",
          next: nil)
      }
      let fields = FormFields(token.filter ?? "")
      (self.text, self.token, self.incoming) = (text, token, incoming)
      timeline = TimelineAddress(fields)
    }

    /// What its filter lets through.
    func found(hasPages: Bool) async throws -> TimelineIndex {
      var shared = incoming
      shared.isShared = true
      let (request, filter) = (shared, timeline.filter)
      let key = FilteredTimelines.Key(
        generation: incoming.snapshot.generation, filter: filter, day: incoming.now.day)
      return try await incoming.site.madeFeeds.notes(key, hasPages: hasPages) {
        try await hasPages
          ? request.site.timeline(matching: filter, request)
          : request.site.notes(matching: filter, request)
      }
    }

    /// Has nothing that a reader chooses, such as further fields, a cookie or another spelling of the address: each would
    /// make the feed anew.
    var parts: [String] {
      let site = incoming.site
      return [
        site.assets.version, site.version(of: incoming.snapshot), site.address,
        incoming.now.day.description, text, token.name, token.filter ?? "",
      ]
    }
  }

  private static func entry(
    of entry: CardLoader.Entry, _ incoming: PageRequest, _ addresses: SiteAddress
  ) -> AtomFeed.Entry? {
    guard let note = try? incoming.note(at: entry.path) else { return nil }
    let renderer = NoteRoutes.renderer(
      incoming, folder: entry.path.parent, note: entry.path, addresses: addresses, isActive: false)
    let address = addresses.note(entry.id)
    let html = renderer.render(note.document).html.text
    return AtomFeed.Entry(
      id: NoteForm.isUUID(entry.id.text) ? "urn:uuid:\(entry.id.text)" : address,
      title: CardView.name(of: NoteCard(note, id: entry.id, media: [])), updated: note.updated,
      published: note.metadata.date ?? note.created,
      address: address, tags: note.metadata.tags, html: html + media(of: note))
  }

  /// How many media a note has: a reader of feeds is not signed in, and could not load them.
  private static func media(of note: NoteFile) -> String {
    let count = note.media.files.count
    return count == 0 ? "" : "<p>\(count.counted("file")) on the page</p>"
  }

  /// The same for the same token, which it does not tell: a UUID of version 8 (RFC 9562, 5.8).
  private static func uuid(of token: String) -> String {
    var digits = Array(sha256Hex("feed \(token)".utf8).prefix(32))
    (digits[12], digits[16]) = ("8", "8")
    let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
    return "urn:uuid:\(groups.joined(separator: "-"))"
  }
}

/// The addresses of a feed, and its filter, as commands give it and as its token keeps it.
package enum PageFeed {
  /// Of the Atom document, without the site's prefix.
  package static func path(of token: String) -> String { "/feed/\(token).atom" }

  /// Of the calendar, without the site's prefix.
  package static func calendarPath(of token: String) -> String { "/calendar/\(token).ics" }

  /// The fields of the timeline's address.
  ///
  /// - Parameter filter: as in `tl search`.
  package static func fields(of filter: String) -> String {
    filter.isEmpty ? "" : "q=\(PercentEncoding.encoded(filter.utf8))"
  }

  package static func filter(of token: AccessToken) -> String {
    FormFields(token.filter ?? "")["q"] ?? ""
  }

  /// - Throws: if the filter is no query.
  package static func check(
    _ filter: String, now: Int64, zone: TimeZoneRules
  ) throws(QueryParser.Failure) {
    var query = NoteQuery()
    try QueryParser(now: now, zone: zone).read(filter, into: &query)
  }
}
