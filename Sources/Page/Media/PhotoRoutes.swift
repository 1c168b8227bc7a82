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
    let order = PhotoOrder(index: index, shelf: incoming.shelf, site: incoming.addresses)
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
      return [
        "anchor": "d-\(day)", "month": "\(CalendarMonth(day))",
        "href": .text(site.address("/d/\(day)")), "before": .text(DateWords.weekday(day)),
        "number": "\(day.day)", "after": "\(DateWords.month(day.month)) \(day.year)",
        "place": .none, "size": "medium",
        "photos": .list(
          photos.map { media.picture($0, sizes: "(min-width: 48rem) 18rem, 45vw") }),
      ]
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
      ? [
        "text": "There are no photos yet. They lie beside the notes to which they belong.",
        "href": incoming.isWritable ? .text(incoming.addresses.address("/new")) : .none,
        "label": "Write a note",
      ]
      : [
        "text": "No note that matches has photos.",
        "href": .text(incoming.addresses.address("/photos")), "label": "Show all photos",
      ]
  }
}
