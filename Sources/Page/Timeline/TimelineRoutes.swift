internal import HTTPTypes
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import WebServer

/// The timeline, and its parts by time.
enum TimelineRoutes {
  static let timeline: Route.Handler = { try await page($0, period: nil) }

  static func year(_ incoming: PageRequest) async throws -> Reply {
    guard let text = incoming.parameters.first, text.utf8.count == 4, let year = Int(text),
      CalendarDay(year: year, month: 1, day: 1) != nil
    else { throw PageProblem.noSuchPage }
    return try await page(incoming, period: .year(year))
  }

  static func month(_ incoming: PageRequest) async throws -> Reply {
    try await page(incoming, period: .month(incoming.parameter { CalendarMonth($0) }))
  }

  static func day(_ incoming: PageRequest) async throws -> Reply {
    try await page(incoming, period: .day(incoming.parameter { CalendarDay($0) }))
  }

  private static func page(
    _ incoming: PageRequest, period: TimelineFilter.Period?
  ) async throws -> Reply {
    let query = incoming.request.query
    let address = TimelineAddress(query, period: period)
    var device = DeviceSettings(incoming.request)
    if let size = query["cards"], device.set("cards", to: size) {
      return .redirect(.seeOther, to: incoming.addresses.timeline(address))
        .with([.cookie(incoming.site.lookCookie(device))])
    }
    let index = try await incoming.site.notes(matching: address.filter, incoming)
    let slice = TimelineSlice(
      of: index, from: address.start, hasPinnedFirst: address.filter.isEmpty,
      limit: TimelineIndex.pageSize)
    let cardLoader = incoming.cardLoader
    let pinned = cardLoader.entries(slice.pinned, in: index.index)
    let notes = cardLoader.entries(slice.notes, in: index.index)
    let isTop = address.filter.isEmpty && address.start == .newest && query["fragment"] == nil
    let past = isTop ? PastYears(incoming) : nil
    let album = query["fragment"] == nil ? albumOfMonth(index, address, incoming) : nil
    let photos = cardLoader.entries(album?.notes ?? [], in: index.index)
    let tag = PageTag(
      incoming, shown: (pinned + notes + (past?.entries ?? []) + photos).map(\.stamp))
    return try await incoming.page(tag) {
      let view = TimelineView(
        site: incoming.addresses, address: address, isWritable: incoming.isWritable)
      var frame = PageFrame(incoming, title: view.heading, kind: "timeline")
      let values = view.values(
        pinned: try cards(pinned, .pinned, incoming, frame),
        notes: try cards(notes, .listed, incoming, frame),
        older: slice.hasOlder ? slice.notes.last.map(index.cursor) : nil,
        newer: slice.hasNewer ? slice.notes.first.map(index.cursor) : nil, total: index.index.count)
      frame.scripts = ["viewer.js"]
      frame.styles = ["finding.css", "pictures.css"]
      frame.values.merge(values) { $1 }
      frame.values.merge(view.turns(incoming.timeline.withoutPages.months.months)) { $1 }
      frame.values["size"] = .text(device.cards.look)
      frame.values["sizes"] = notes.isEmpty ? .none : sizes(device, incoming, address)
      frame.search = address.filter.text
      if query["fragment"] == "1" { return try frame.reply("fragment") }
      let isEmpty = address.filter.isEmpty && index.index.count == 0
      let steps = isEmpty ? FirstStepsView(incoming: incoming).view : nil
      frame.values["firstSteps"] = .optional(steps)
      frame.values["past"] = .optional(past?.view(incoming))
      let strip = album?.part(from: .newest, limit: 24).photos ?? []
      frame.values["hasAlbum"] = .flag(strip.count > 1)
      frame.values["album"] = .list(
        MediaView.tiles(strip, .month, sizes: "14rem", on: incoming.addresses))
      if steps != nil {
        frame.values["empty"] = .optional(nil as TemplateView?)
        frame.styles.append("first-steps.css")
      }
      let form = FilterForm(incoming: incoming, filter: address.filter)
      frame.values["filterForm"] = .optional(period == nil ? form.view(at: "/") : nil)
      frame.values["scrubber"] = .optional(
        ScrubberView(site: incoming.addresses, address: address).view(index.months))
      return try frame.reply("timeline")
    }
  }

  /// Of the first notes with media of a month that is shown whole, from its beginning.
  private static func albumOfMonth(
    _ index: TimelineIndex, _ address: TimelineAddress, _ incoming: PageRequest
  ) -> PhotoOrder? {
    guard case .month? = address.filter.period, address.start == .newest,
      address.filter == TimelineFilter(period: address.filter.period)
    else { return nil }
    return PhotoOrder(
      index: index, cardLoader: incoming.cardLoader, site: incoming.addresses, limit: 24)
  }

  private static func sizes(
    _ device: DeviceSettings, _ incoming: PageRequest, _ address: TimelineAddress
  ) -> TemplateValue {
    let text = incoming.addresses.timeline(address)
    return .list(
      [(DeviceSettings.CardSize.whole, "cards"), (.short, "list")].map { size, icon in
        [
          "name": .text(size.look), "icon": .text(icon),
          "label": .text(size == .short ? PageWords.shortNotes : PageWords.wholeNotes),
          "href": .text(text.adding(field: "cards=\(size.rawValue)")),
          "isCurrent": .flag(size == device.cards),
        ]
      })
  }

  private static func cards(
    _ entries: [CardLoader.Entry], _ form: CardView.Form, _ incoming: PageRequest,
    _ frame: PageFrame
  ) throws -> [TimelineView.Card] {
    try entries.compactMap { try incoming.cardHTML($0, form, frame) }
  }
}

extension DeviceSettings.CardSize {
  /// The classes of the feed: short notes look like what a search finds.
  fileprivate var look: String { self == .short ? "short hits" : "whole" }
}
