internal import HTTPTypes
internal import Media
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import WebServer

/// The photos and films of all notes as one wall, by month.
enum PhotoRoutes {
  /// The photos of a part.
  private static let partSize = 60

  static func photos(_ incoming: PageRequest) async throws -> Reply {
    let query = incoming.request.query
    let address = TimelineAddress(query)
    var device = DeviceSettings(incoming.request)
    if let size = query["size"], device.set("wall", to: size) {
      return .redirect(.seeOther, to: href(incoming, address))
        .with([.cookie(incoming.site.lookCookie(device))])
    }
    let index = try await incoming.site.notes(matching: address.filter, incoming)
    let order = PhotoOrder(index: index, cardLoader: incoming.cardLoader, site: incoming.addresses)
    if query["thumb"] == "1" { return try thumbnail(address, order, incoming) }
    let part = order.part(from: address.start, beside: query["beside"], limit: partSize)
    var frame = PageFrame(
      incoming, title: "Photos", kind: "photos", styles: ["pictures.css"], scripts: ["viewer.js"])
    func beside(
      _ place: PhotoOrder.Place?, _ start: (TimelineCursor) -> TimelineAddress.Start
    ) -> TemplateValue {
      .optional(
        place.map {
          let text = href(incoming, address.starting(start($0.cursor)))
          return "\(text)&beside=\(PercentEncoding.encoded($0.name.utf8))"
        })
    }
    frame.values = [
      "heading": "Photos",
      "size": .text(device.wall.rawValue),
      "sizes": .list(
        part.photos.isEmpty
          ? []
          : DeviceSettings.WallSize.allCases.map { size in
            [
              "name": .text(size.rawValue), "icon": .text(size.rawValue),
              "label": .text(PageWords.wall(size.rawValue)), "widths": .text(size.widths),
              "href": .text(href(incoming, address).adding(field: "size=\(size.rawValue)")),
              "isCurrent": .flag(size == device.wall),
            ]
          }),
      "newerHref": beside(part.newer) { .after($0) },
      "olderHref": beside(part.older) { .before($0) },
      "matches": .none,
      "months": .list(months(part.photos, order, address.filter, device.wall, incoming)),
      "empty": part.photos.isEmpty ? .view(empty(incoming, address)) : .none,
      "scrubber": .optional(
        ScrubberView(site: incoming.addresses, address: address, path: "/photos").view(
          order.months)),
    ]
    let chips = FilterChips(site: incoming.addresses, address: address, path: "/photos")
    frame.values.merge(chips.values) { $1 }
    return try frame.reply(query["fragment"] == "1" ? "grid" : "photos")
  }

  /// The address of a small picture of a month, to show which one it is.
  private static func thumbnail(
    _ address: TimelineAddress, _ order: PhotoOrder, _ incoming: PageRequest
  ) throws -> Reply {
    guard case .month(let month) = address.start,
      let item = order.picture(in: month)
    else { throw PageProblem(.notFound, "Not found", "There is no photo of that month.") }
    return .redirect(.seeOther, to: incoming.addresses.picture(item, .small))
  }

  /// - Parameter filter: of the wall, in which the viewer goes on.
  private static func months(
    _ photos: [PhotoOrder.Photo], _ order: PhotoOrder, _ filter: TimelineFilter,
    _ size: DeviceSettings.WallSize, _ incoming: PageRequest
  ) -> [TemplateView] {
    photos.inRuns { CalendarMonth($0.day) }.map { month, photos in
      [
        "anchor": "m-\(month)", "month": "\(month)", "year": "\(month.year)",
        "name": .text(MonthName.of(month.firstDay)),
        "href": .text(incoming.addresses.address("/m/\(month)")),
        "places": .texts(order.places(in: month)),
        "photos": .list(
          MediaView.tiles(photos, .grid(filter), sizes: size.widths, on: incoming.addresses)),
      ]
    }
  }

  private static func href(_ incoming: PageRequest, _ address: TimelineAddress) -> String {
    incoming.addresses.address(address.text(at: "/photos"))
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

extension DeviceSettings.WallSize {
  /// Of a photo on the wall, as the attribute `sizes` says it.
  fileprivate var widths: String {
    switch self {
    case .small: "(min-width: 48rem) 9rem, 20vw"
    case .medium: "(min-width: 48rem) 15rem, 33vw"
    case .large: "(min-width: 48rem) 27rem, 100vw"
    }
  }
}
