internal import HTTPTypes
internal import Media
internal import VaultFormat
internal import VaultStore
internal import WebServer

/// Smaller copies of pictures.
enum PictureRoutes {
  /// `/i/800/VERSION/PATH`: the address of one version of a picture never shows another, so it can be kept for ever.
  static func picture(_ incoming: PageRequest) async throws -> Reply {
    let folder = incoming.vault.folder
    guard incoming.parameters.count == 3, let edge = VariantEdge(text: incoming.parameters[0]),
      let path = VaultPath(incoming.parameters[2]),
      let status = FileFinder.file(at: path, in: folder), incoming.mayShow(path)
    else { throw PageProblem(.notFound, "Not found", "There is no such picture.") }
    let version = FileVersion(status)
    let original = incoming.addresses.address(MediaItem.address(of: path))
    guard let library = incoming.site.pictures else { return .redirect(.seeOther, to: original) }
    let isCurrent = version.text == incoming.parameters[1]
    let tag = "\"\(version.text)-\(edge.rawValue)\""
    do {
      return try await incoming.request.answer(tag, isCurrent ? .immutable : .checked, .file) {
        let variant = try await library.variant(edge, of: path, status, in: folder)
        return Reply(.ok, "image/webp", body: .bytes(variant.bytes))
      }
    } catch let failure as VariantFailure {
      // A browser may be able to show what libvips cannot.
      return failure == .busy
        ? Reply.plain(.serviceUnavailable).with(.retry(after: 5))
        : .redirect(.seeOther, to: original)
    }
  }

  /// A photo of the newest note of a day that has one; an empty one without any: the calendar knows only that there are media.
  static func pictureOfDay(_ incoming: PageRequest) async throws -> Reply {
    guard let day = incoming.parameters.first.flatMap(CalendarDay.init),
      incoming.site.pictures != nil
    else { return Reply.plain(.notFound) }
    let timeline = incoming.timeline.withoutPages
    let end = timeline.place(before: day)
    let start = day.adding(days: 2).map { timeline.place(before: $0) } ?? 0
    let photo = PhotoOrder(
      index: timeline, cardLoader: incoming.cardLoader, site: incoming.addresses,
      among: timeline.sorted[min(start, end)..<end]
    ).picture(on: day)
    guard let photo, let status = FileFinder.file(at: photo.path, in: incoming.vault.folder),
      incoming.mayShow(photo.path)
    else { return .noPicture }
    return try await incoming.smallPicture(photo.path, status, for: "day")
  }
}

extension VariantEdge {
  /// - Parameter text: such as `800`.
  init?(text: String) {
    guard let edge = UInt16(text).flatMap(VariantEdge.init), "\(edge.rawValue)" == text else {
      return nil
    }
    self = edge
  }
}
