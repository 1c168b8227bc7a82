internal import HTTPTypes
internal import Media
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

/// One photo as large as the screen, with the others of its note before and after it.
enum ViewerRoutes {
  /// The address of a photo's page, without the site's prefix.
  static func path(of photo: VaultPath) -> String {
    "/p" + MediaItem.address(of: photo).dropFirst("/media".count)
  }

  static func photo(_ incoming: PageRequest) async throws -> Reply {
    let folder = incoming.vault.folder
    guard let path = incoming.parameters.first.flatMap({ VaultPath($0) }),
      MediaRoutes.file(at: path, in: folder) != nil,
      let item = MediaItem(at: path, in: folder), item.isPicture(on: incoming.addresses)
    else { throw PageProblem(.notFound, "Not found", "There is no such photo.") }
    let note = note(of: path, incoming)
    let photos = note.map { neighbours(of: path, incoming, in: $0) } ?? [path]
    let place = photos.firstIndex(of: path) ?? 0
    let source = PictureSource(
      item, preferred: .large, hasVariants: incoming.addresses.hasVariants)
    var frame = PageFrame(incoming, title: item.name, kind: "viewing")
    frame.scripts = ["viewer.js"]
    frame.values["viewer"] = .view([
      "closeHref": .text(
        note.map { incoming.addresses.note($0.id) } ?? incoming.addresses.address("/photos")),
      "counter": "\(place + 1) of \(photos.count)",
      "originalHref": .text(incoming.addresses.address(item.address)),
      "src": .text(incoming.addresses.address(source.address)),
      "srcset": .optional(source.set(on: incoming.addresses)),
      "width": "\(item.size?.width ?? 1280)", "height": "\(item.size?.height ?? 960)",
      "alt": .text(note.map { "Photo, \(DateWords.day($0.time.day))" } ?? item.name),
      "previousHref": href(photos, place - 1, incoming),
      "nextHref": href(photos, place + 1, incoming),
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

  /// The photos of a note.
  private static func neighbours(
    of path: VaultPath, _ incoming: PageRequest, in note: Owner
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
    _ photos: [VaultPath], _ place: Int, _ incoming: PageRequest
  ) -> TemplateValue {
    photos.indices.contains(place)
      ? .text(incoming.addresses.address(self.path(of: photos[place]))) : .none
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
