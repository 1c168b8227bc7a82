internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

/// The photos of all notes, by day.
enum PhotoRoutes {
  /// The photos of a page; a note with more is shown whole.
  private static let pageSize = 60

  static func photos(_ incoming: PageRequest) async throws -> Reply {
    let query = incoming.request.query
    let address = TimelineAddress { query[$0] }
    let index = try await incoming.site.notes(matching: address.filter, incoming)
    let order = PhotoOrder(index: index, cardLoader: incoming.cardLoader, site: incoming.addresses)
    let withMedia = index.sorted.filter(order.mayShowMedia)
    let scope = PhotoScope.grid(address.filter)
    var (days, count, last) = ([Day](), 0, VaultIndex.Position?.none)
    var rest = withMedia[start(of: address, in: withMedia, index)...]
    while count < pageSize, let position = rest.popFirst() {
      last = position
      let found = order.pictures(at: position)
      guard !found.isEmpty else { continue }
      count += found.count
      let day = index.index[position].date.day
      if days.last?.day == day {
        days[days.count - 1].photos += found
      } else {
        days.append(Day(day: day, photos: found))
      }
    }
    var frame = PageFrame(incoming, title: "Photos", kind: "photos")
    frame.scripts = ["viewer.js"]
    frame.values = [
      "heading": "Photos", "showsHeading": false, "hasSizes": false, "sizes": .list([]),
      "newerHref": .none, "matches": .none,
      "days": .list(days.map { $0.view(incoming.addresses, scope) }),
      "olderHref": rest.isEmpty
        ? .none
        : .optional(last.map { href(incoming, address.starting(.before(index.cursor($0)))) }),
      "empty": days.isEmpty ? .view(empty(incoming, address)) : .none, "scrubber": .none,
    ]
    frame.values.merge(FilterChips(site: incoming.addresses, address: address).values) { $1 }
    let isFragment = query["fragment"] == "1"
    return try frame.reply(isFragment ? "grid" : "photos")
  }

  /// The photos of one day.
  private struct Day {
    var day: CalendarDay
    var photos: [MediaItem]

    func view(_ site: SiteAddress, _ scope: PhotoScope) -> TemplateView {
      var media = MediaView(site: site, day: DateWords.day(day))
      media.pictureAddress = { site.address(MediaItem.pageAddress(of: $0.path)) + scope.query }
      var view = TemplateView.day(day, on: site)
      (view["place"], view["size"]) = (TemplateValue.none, "medium")
      view["photos"] = .list(
        photos.map { media.picture($0, sizes: "(min-width: 48rem) 18rem, 45vw") })
      return view
    }
  }

  private static func start(
    of address: TimelineAddress, in notes: [VaultIndex.Position], _ index: TimelineIndex
  ) -> Int {
    guard case .before(let cursor) = address.start else { return 0 }
    if let found = notes.firstIndex(where: { index.index.id($0) == cursor.id }) { return found + 1 }
    return notes.firstIndex { index.index[$0].date.seconds < cursor.seconds } ?? notes.count
  }

  private static func href(_ incoming: PageRequest, _ address: TimelineAddress) -> String {
    incoming.addresses.address("/photos" + address.text.dropFirst())
  }

  private static func empty(_ incoming: PageRequest, _ address: TimelineAddress) -> TemplateView {
    address.filter.isEmpty
      ? .empty(
        "There are no photos yet. They lie beside the notes to which they belong.",
        incoming.isWritable ? incoming.addresses.address("/new") : nil, "Write a note")
      : .empty(
        "No note that matches has photos.", incoming.addresses.address("/photos"),
        "Show all photos")
  }
}

/// The photos of the notes of a timeline, in its order.
struct PhotoOrder {
  let index: TimelineIndex
  let cardLoader: CardLoader
  let site: SiteAddress

  /// The photos of a note.
  func pictures(at position: VaultIndex.Position) -> [MediaItem] {
    photoPaths(at: position).compactMap(picture)
  }

  /// The last photo of the notes that are newer than that of the cursor.
  func photo(before cursor: TimelineCursor) -> VaultPath? {
    for note in index.sorted[..<index.place(of: cursor).before].reversed() where mayShowMedia(note)
    {
      for path in photoPaths(at: note).reversed() where picture(path) != nil { return path }
    }
    return nil
  }

  /// The first photo of the notes that are older.
  func photo(after cursor: TimelineCursor) -> VaultPath? {
    for note in index.sorted[index.place(of: cursor).after...] where mayShowMedia(note) {
      for path in photoPaths(at: note) where picture(path) != nil { return path }
    }
    return nil
  }

  /// The files that are photos by their names.
  private func photoPaths(at position: VaultIndex.Position) -> [VaultPath] {
    guard let folder = MediaFolder(of: index.index.path(position)),
      let listing = try? cardLoader.vault.folder.media(in: folder)
    else { return [] }
    return listing.files.filter { $0.kind == .photo }.map(\.path)
  }

  /// Nil for a file that is no picture by its head, which is read here.
  private func picture(_ path: VaultPath) -> MediaItem? {
    MediaItem(at: path, in: cardLoader.vault.folder).flatMap { $0.isPicture(on: site) ? $0 : nil }
  }

  /// Whether the note has a media folder, and is not sealed.
  func mayShowMedia(_ note: VaultIndex.Position) -> Bool {
    index.index[note].flags.contains(.hasMediaFolder)
      && cardLoader.visibility.answer(for: note, in: index.index) == .visible
  }
}

/// Among which photos the viewer goes on: the field `in` of its address.
enum PhotoScope: Hashable, Sendable {
  /// Those of the photo's note: `note`, or no field.
  case note
  /// Those of the notes of its month: `month`.
  case month
  /// Those of the notes with a tag: `tag:x`.
  case tag(Tag)
  /// Those of the grid `/photos` with the filter that the other fields say: `photos`.
  case grid(TimelineFilter)

  /// - Parameter fields: returns the value of a field, decoded; one that cannot be read counts as absent.
  init(fields: (String) -> String?) {
    switch fields("in") {
    case "month": self = .month
    case "photos": self = .grid(TimelineAddress(fields: fields).filter)
    case let text?:
      self = text.hasPrefix("tag:") ? Tag(text.dropFirst(4)).map(Self.tag) ?? .note : .note
    case nil: self = .note
    }
  }

  /// The query of an address, with its question mark; empty for the photo's note.
  var query: String {
    let fields: [(name: String, value: String)]
    switch self {
    case .note: return ""
    case .month: fields = [("in", "month")]
    case .tag(let tag): fields = [("in", "tag:\(tag.text)")]
    case .grid(let filter): fields = [("in", "photos")] + filter.fields
    }
    return "?" + fields.map { "\($0)=\(PercentEncoding.encoded($1.utf8))" }.joined(separator: "&")
  }

  /// What the notes of the photos match; nil for those of the photo's note alone.
  ///
  /// - Parameter day: of the photo's note.
  func filter(on day: CalendarDay) -> TimelineFilter? {
    switch self {
    case .note: nil
    case .month: TimelineFilter(period: .month(CalendarMonth(day)))
    case .tag(let tag): TimelineFilter(tags: [tag])
    case .grid(let filter): filter
    }
  }

  /// Where the viewer is closed to, without the site's prefix; nil for the photo's note.
  ///
  /// - Parameter day: of the photo's note.
  func path(on day: CalendarDay) -> String? {
    switch self {
    case .note: nil
    case .month, .tag: filter(on: day).map { TimelineAddress($0).text }
    case .grid(let filter): TimelineAddress(filter).text(at: "/photos")
    }
  }
}
