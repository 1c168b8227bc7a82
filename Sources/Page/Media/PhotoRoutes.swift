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

  /// The first photos of a part of the timeline, for a strip above its notes.
  static func strip(_ order: PhotoOrder, _ incoming: PageRequest) -> [TemplateView] {
    views(
      order.part(from: .newest, limit: 24).photos, .month, sizes: "14rem", incoming.addresses)
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
        "photos": .list(views(photos, .grid(filter), sizes: size.widths, incoming.addresses)),
      ]
    }
  }

  /// The first photo of each day says which one it is.
  private static func views(
    _ photos: [PhotoOrder.Photo], _ scope: PhotoScope, sizes: String, _ site: SiteAddress
  ) -> [TemplateView] {
    photos.inRuns(by: \.day).flatMap { day, photos in
      let name = DateWords.day(day)
      var media = MediaView(site: site, day: name)
      media.pictureAddress = { site.address(MediaItem.pageAddress(of: $0.path)) + scope.query }
      return photos.enumerated().map { place, photo in
        let length = photo.item.duration.map(DateWords.duration) ?? ""
        var view = media.picture(photo.item, sizes: sizes)
        // In a month it is that of the photo below its note.
        if scope == .month { view["anchor"] = TemplateValue.none }
        view["film"] = .flag(photo.item.isShownAsFilm)
        view["length"] = .text(length)
        view["label"] = .text("Film, \(length.isEmpty ? "" : "\(length), ")\(name)")
        view["day"] = place == 0 ? .text(day.description) : TemplateValue.none
        view["number"] = "\(day.day)"
        view["weekday"] = .text(DateWords.weekday(day))
        return view
      }
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

  /// A field that cannot be read counts as absent.
  init(_ fields: FormFields) {
    switch fields["in"] {
    case "month": self = .month
    case "photos": self = .grid(TimelineAddress(fields).filter)
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
