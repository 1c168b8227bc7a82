internal import HTTPTypes
internal import Media
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

/// One photo as large as the screen, with those of its `PhotoScope` before and after it.
enum ViewerRoutes {
  static func photo(_ incoming: PageRequest) async throws -> Reply {
    let folder = incoming.vault.folder
    guard let path = incoming.parameters.first.flatMap({ VaultPath($0) }),
      FileFinder.file(at: path, in: folder) != nil, incoming.mayShow(path),
      let item = MediaItem(at: path, in: folder), item.isPicture(on: incoming.addresses)
    else { throw PageProblem(.notFound, "Not found", "There is no such photo.") }
    let query = incoming.request.query
    let scope = PhotoScope { query[$0] }
    let note = note(of: path, incoming)
    let photos = note.map { self.photos(of: $0, with: path, incoming) } ?? [path]
    let place = photos.firstIndex(of: path) ?? 0
    var (before, after) = (Array(photos[..<place]), Array(photos[(place + 1)...]))
    var counter = "\(place + 1) of \(photos.count)"
    if let note, let filter = scope.filter(on: note.time.day) {
      let order = PhotoOrder(
        index: try await incoming.site.notes(matching: filter, incoming),
        cardLoader: incoming.cardLoader, site: incoming.addresses)
      let cursor = TimelineCursor(seconds: note.time.seconds, id: note.id)
      if before.isEmpty { before += [order.photo(before: cursor)].compactMap(\.self) }
      if after.isEmpty { after += [order.photo(after: cursor)].compactMap(\.self) }
      // All photos are not counted: their folders would have to be read each time.
      counter += " · \(DateWords.moment(note.time))"
    }
    let source = PictureSource(
      item, preferred: .large, hasVariants: incoming.addresses.hasVariants)
    var frame = PageFrame(incoming, title: item.name, kind: "viewing")
    frame.scripts = ["viewer.js"]
    frame.values["viewer"] = .view([
      "closeHref": .text(closeHref(note, scope, incoming)),
      "counter": .text(counter),
      "originalHref": .text(incoming.addresses.address(item.address)),
      "src": .text(incoming.addresses.address(source.address)),
      "srcset": .optional(source.set(on: incoming.addresses)),
      "width": "\(item.size?.width ?? 1280)", "height": "\(item.size?.height ?? 960)",
      "alt": .text(note.map { "Photo, \(DateWords.day($0.time.day))" } ?? item.name),
      "previousHref": .optional(before.last.map { href($0, scope, incoming) }),
      "nextHref": .optional(after.first.map { href($0, scope, incoming) }),
      "caption": .none, "facts": .texts(facts(item)),
      "note": .optional(
        note.map {
          ["href": .text(incoming.addresses.note($0.id)), "label": .text($0.title)]
        }),
    ])
    return try frame.reply("viewer")
  }

  private struct Owner {
    var path: VaultPath
    var id: NoteID
    var title: String
    var time: NoteTime
  }

  private static func note(of path: VaultPath, _ incoming: PageRequest) -> Owner? {
    guard let parent = path.parent else { return nil }
    let (index, names) = (incoming.snapshot.index, incoming.timeline.names)
    return MediaFolder.notes(ofFolder: parent).lazy.compactMap { names.note(at: $0) }.first
      .map { note in
        Owner(
          path: index.path(note), id: index.id(note),
          title: CardView.name(of: index.title(note)) ?? "Note", time: index[note].date)
      }
  }

  /// The photos of a note, of which one is known.
  private static func photos(
    of note: Owner, with path: VaultPath, _ incoming: PageRequest
  ) -> [VaultPath] {
    guard let folder = MediaFolder(of: note.path),
      let listing = try? incoming.vault.folder.media(in: folder)
    else { return [path] }
    return listing.files.filter { file in
      guard file.path != path else { return true }
      return MediaItem(at: file.path, in: incoming.vault.folder)?
        .isPicture(on: incoming.addresses) ?? false
    }.map(\.path)
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
    facts.append("\(ByteCount(item.bytes))")
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
