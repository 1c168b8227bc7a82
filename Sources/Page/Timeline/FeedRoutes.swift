internal import Cryptography
internal import HTTPTypes
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

/// Feeds: each has the newest notes of one filter, at an address that opens nothing else.
enum FeedRoutes {
  /// The most notes of a feed.
  private static let limit = 50

  static func feed(_ incoming: PageRequest) async throws -> Reply {
    guard let text = incoming.parameters.first, let token = try incoming.site.feeds.token(text)
    else {
      throw PageProblem(
        .notFound, "No feed",
        "There is no feed at this address, or it was ended; tl serve feed add makes another.",
        next: nil)
    }
    let fields = FormFields(token.filter ?? "")
    let timeline = TimelineAddress { fields[$0] }
    var shared = incoming
    shared.isShared = true
    let (request, filter) = (shared, timeline.filter)
    let key = FilteredTimelines.Key(
      generation: incoming.snapshot.generation, filter: filter, day: incoming.now.day)
    let index = try await incoming.site.madeFeeds.notes(key) {
      try await request.site.notes(matching: filter, request)
    }
    let slice = TimelineSlice(of: index, from: .newest, hasPinnedFirst: false, limit: limit)
    let entries = incoming.shelf.entries(slice.notes, in: index.index)
    let tag = PageTag(version(of: text, token, incoming), shown: entries.map(\.stamp))
    if let unchanged = tag.reply(to: incoming.request) { return unchanged }
    let addresses = SiteAddress(prefix: incoming.site.address)
    let bytes = try await incoming.site.madeFeeds.bytes(tag) {
      let feed = AtomFeed(
        id: uuid(of: text), title: token.name, author: incoming.site.settings.vaultName,
        address: addresses.address("/feed/\(text).atom"), page: addresses.timeline(timeline),
        entries: entries.compactMap { entry(of: $0, incoming, addresses) })
      return Array(feed.text.utf8)
    }
    var reply = Reply(.ok, "application/atom+xml; charset=utf-8", body: .bytes(bytes))
    reply.headers[.contentSecurityPolicy] = "default-src 'none'; sandbox"
    return tag.marked(reply)
  }

  /// Has nothing that a reader chooses, such as further fields, a cookie or another spelling of the address: each would
  /// make the feed anew.
  private static func version(
    of text: String, _ token: AccessToken, _ incoming: PageRequest
  ) -> PageVersion {
    let site = incoming.site
    let parts = [
      site.assets.version, site.version(of: incoming.snapshot), site.address,
      incoming.now.day.description, text, token.name, token.filter ?? "",
    ]
    return PageVersion(text: parts.joined(separator: "\n"))
  }

  private static func entry(
    of entry: NoteShelf.Entry, _ incoming: PageRequest, _ addresses: SiteAddress
  ) -> AtomFeed.Entry? {
    guard let note = try? incoming.note(at: entry.path) else {
      return nil
    }
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
    return count == 0 ? "" : "<p>\(count == 1 ? "1 file" : "\(count) files") on the page</p>"
  }

  /// The same for the same token, which it does not tell: a UUID of version 8 (RFC 9562, 5.8).
  private static func uuid(of token: String) -> String {
    var digits = Array(sha256Hex("feed \(token)".utf8).prefix(32))
    (digits[12], digits[16]) = ("8", "8")
    let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
    return "urn:uuid:\(groups.joined(separator: "-"))"
  }
}
