internal import HTTPTypes
internal import Media
internal import Rendering
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

/// One photo or film as large as the screen, with those of its `PhotoScope` before and after it.
enum ViewerRoutes {
  /// Of the neighbours on each side that the strip shows.
  private static let stripLength = 8

  static func photo(_ incoming: PageRequest) async throws -> Reply {
    let folder = incoming.vault.folder
    guard let path = incoming.parameters.first.flatMap({ VaultPath($0) }),
      FileFinder.file(at: path, in: folder) != nil, incoming.mayShow(path),
      let item = MediaItem(at: path, in: folder), item.isSeen(on: incoming.addresses)
    else { throw PageProblem(.notFound, "Not found", "There is no such photo.") }
    let query = incoming.request.query
    let scope = PhotoScope(query)
    let note = note(of: path, incoming)
    let photos = note.map { self.photos(of: $0, with: path, incoming) } ?? [path]
    let place = photos.firstIndex(of: path) ?? 0
    func items(_ paths: some Sequence<VaultPath>) -> [MediaItem] {
      paths.compactMap { MediaItem(at: $0, in: folder) }
    }
    var before = items(photos[..<place].suffix(stripLength))
    var after = items(photos[(place + 1)...].prefix(stripLength))
    let filter = note.flatMap { scope.filter(on: $0.time.day) }
    if let note, let filter {
      let order = PhotoOrder(
        index: try await incoming.site.notes(matching: filter, incoming),
        cardLoader: incoming.cardLoader, site: incoming.addresses)
      let cursor = TimelineCursor(seconds: note.time.seconds, id: note.id)
      func more(_ start: TimelineAddress.Start, _ known: Int) -> [MediaItem] {
        order.part(from: start, limit: stripLength - known).photos.map(\.item)
      }
      before = more(.after(cursor), before.count) + before
      after += more(.before(cursor), after.count)
    }
    let date = note.map { DateWords.date($0.time.day) }
    // Those of the note: the folders of all notes would have to be read each time.
    let counter = "\(place + 1) of \(photos.count)"
    let label = ["\(item.isShownAsFilm ? "Film" : "Photo") \(counter)", date, note?.place]
    let source = PictureSource(item, preferred: .large, on: incoming.addresses)
    let (width, height) = item.size.map { ($0.width, $0.height) } ?? (1280, 960)
    let media = MediaView(site: incoming.addresses, day: "")
    func thumbnails(_ items: [MediaItem], isCurrent: Bool = false) -> [TemplateView] {
      items.map { item in
        var view = media.picture(item, sizes: "4rem")
        view["href"] = .text(href(item.path, scope, incoming))
        (view["film"], view["isCurrent"]) = (.flag(item.isShownAsFilm), .flag(isCurrent))
        return view
      }
    }
    var frame = PageFrame(
      incoming, title: label.compactMap(\.self).joined(separator: ", "), kind: "viewing")
    (frame.scripts, frame.styles) = (["viewer.js"], ["pictures.css"])
    frame.values["viewer"] = .view([
      "closeHref": .text(closeHref(note, scope, incoming)),
      "label": .text(frame.title), "counter": .optional(filter == nil ? counter : nil),
      "film": .flag(item.isShownAsFilm), "name": .text(item.name),
      "originalHref": .text(incoming.addresses.address(item.address)),
      "canZoom": .flag(item.isPicture(on: incoming.addresses) && item.type.format != .heif),
      "src": .text(source.address), "srcset": .optional(source.set),
      "width": "\(width)", "height": "\(height)",
      "alt": .text(note.map { "Photo, \(DateWords.day($0.time.day))" } ?? item.name),
      "previousHref": .optional(before.last.map { href($0.path, scope, incoming) }),
      "nextHref": .optional(after.first.map { href($0.path, scope, incoming) }),
      "date": .optional(date), "place": .optional(note?.place),
      "time": .optional(note.map { time($0.time) }), "facts": .texts([item.name] + facts(item)),
      "favourite": .optional(note.flatMap { favourite($0, incoming) }),
      "note": .optional(note.map { .link(incoming.addresses.note($0.id), $0.title) }),
      "strip": .list(thumbnails(before) + thumbnails([item], isCurrent: true) + thumbnails(after)),
    ])
    return try frame.reply("viewer")
  }

  /// `Sunday, 10:00`.
  private static func time(_ time: NoteTime) -> String {
    time.day.weekday.name + (DateWords.clock(time).map { ", \($0)" } ?? "")
  }

  /// The button that makes the note a favourite; nil where it cannot be changed.
  private static func favourite(_ note: Owner, _ incoming: PageRequest) -> TemplateView? {
    guard incoming.isWritable, let document = try? incoming.note(at: note.path).document,
      document.frontMatter?.problem == nil
    else { return nil }
    let isOn = document.flag(.favorite)
    let address = incoming.addresses.note(note.id)
    return [
      "isOn": "\(isOn)", "on": "\(address)/fav", "off": "\(address)/unfav",
      "action": .text("\(address)/\(isOn ? "unfav" : "fav")"),
    ]
  }

  private struct Owner {
    var path: VaultPath
    var id: NoteID
    var title: String
    var time: NoteTime
    var place: String?
  }

  private static func note(of path: VaultPath, _ incoming: PageRequest) -> Owner? {
    guard let parent = path.parent else { return nil }
    let (index, names) = (incoming.snapshot.index, incoming.timeline.names)
    return MediaFolder.notes(ofFolder: parent).lazy.compactMap { names.note(at: $0) }.first
      .map { note in
        Owner(
          path: index.path(note), id: index.id(note),
          title: CardView.name(of: index.title(note), length: 90) ?? "Note",
          time: index[note].date, place: index.place(note))
      }
  }

  /// The photos of a note, of which one is known.
  private static func photos(
    of note: Owner, with path: VaultPath, _ incoming: PageRequest
  ) -> [VaultPath] {
    guard let folder = MediaFolder(of: note.path),
      let listing = try? incoming.vault.folder.media(in: folder)
    else { return [path] }
    // The heads of very many files would have to be read for each of their pages.
    guard listing.seen.count <= 200 else { return listing.seen }
    return listing.seen.filter { other in
      guard other != path else { return true }
      return MediaItem(at: other, in: incoming.vault.folder)?.isSeen(on: incoming.addresses)
        ?? false
    }
  }

  private static func href(
    _ photo: VaultPath, _ scope: PhotoScope, _ incoming: PageRequest
  ) -> String {
    incoming.addresses.address(MediaItem.pageAddress(of: photo)) + scope.query
  }

  private static func closeHref(
    _ note: Owner?, _ scope: PhotoScope, _ incoming: PageRequest
  ) -> String {
    guard let note else { return incoming.addresses.address("/photos") }
    return scope.path(on: note.time.day).map(incoming.addresses.address)
      ?? incoming.addresses.note(note.id)
  }

  private static func facts(_ item: MediaItem) -> [String] {
    var facts: [String] = []
    if let size = item.size { facts.append("\(size.width) × \(size.height)") }
    facts.append(PageWords.size(item.bytes))
    if let camera = item.taken?.model { facts.append(camera) }
    if let f = item.taken?.fNumber { facts.append("f/\(tenths(f))") }
    if let length = item.taken?.focalLength35mm { facts.append("\(length) mm") }
    return facts
  }

  private static func tenths(_ number: Double) -> String {
    let tenths = Int((min(max(number, 0), 1000) * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
