internal import Media
internal import Rendering
internal import VaultFormat

/// The media of a note in its card or on its page: the values of `media.mustache`.
struct MediaView {
  let site: SiteAddress
  /// Of the note, in words, for those who do not see the pictures.
  let day: String
  /// Where a picture leads; the file itself if nil.
  var pictureAddress: ((MediaItem) -> String)?
  /// A few pictures stand for all, as in a list; else each is shown whole.
  var isShort = false

  /// - Parameter more: how many media are not among these.
  func values(_ media: [MediaItem], more: Int = 0) -> [String: TemplateValue] {
    let pictures = media.filter { $0.isPicture(on: site) }
    let sounds = media.filter(\.isSound)
    let films = media.filter(\.isShownAsFilm)
    let files = media.filter { !$0.isPicture(on: site) && !$0.isSound && !$0.isShownAsFilm }
    return [
      "rows": PictureRow.rows(pictures.map(ratio), isShort: isShort)
        .views(of: pictures.count + more) {
          picture(pictures[$0], $1, sizes: $1.sizes, more: $2)
        },
      "audio": .list(
        sounds.map {
          Self.sound(
            site.address($0.address), bytes: $0.bytes, label: $0.name, duration: $0.duration)
        }),
      "films": .list(
        films.map {
          Self.film(site.address($0.address), $0.size, label: $0.name, duration: $0.duration)
        }),
      "files": .list(
        files.map {
          [
            "href": .text(site.address($0.address)), "label": .text($0.name),
            "size": .text(PageWords.size($0.bytes)),
          ]
        }),
    ]
  }

  private func ratio(_ item: MediaItem) -> Double {
    PictureRow.ratio(width: item.size?.width ?? 0, height: item.size?.height ?? 0)
  }

  /// - Parameters:
  ///   - cell: the room that it has; that of its own ratio if nil.
  ///   - sizes: the width on the page, as the attribute `sizes` says it.
  ///   - more: how many pictures are not shown after this one.
  func picture(
    _ item: MediaItem, _ cell: PictureRow.Cell? = nil, sizes: String, more: Int = 0
  ) -> TemplateView {
    let shape = PictureRow.ratioClass(cell?.ratio ?? ratio(item))
    let look = site.looks?.look(of: item).map { " \($0.classes)" } ?? ""
    let source = PictureSource(item, preferred: .medium, on: site)
    // Of an unknown size, a usual shape keeps the room.
    let (width, height) = item.size.map { ($0.width, $0.height) } ?? (1300, 1000)
    return [
      "ratio": .text(shape + look),
      "anchor": .text("p-" + Base64.urlEncoded(item.path.bytes)),
      "href": .text(pictureAddress?(item) ?? site.address(item.address)),
      "src": .text(source.address), "srcset": .optional(source.set),
      "sizes": .text(sizes),
      "width": "\(width)", "height": "\(height)", "alt": "Photo, \(day)",
      "more": more > 0 ? "+\(more)" : .none,
    ]
  }

  /// - Parameter duration: in milliseconds; nil if it is unknown.
  static func sound(
    _ address: String, bytes: Int64, label: String, duration: Int64? = nil
  ) -> TemplateView {
    [
      "src": .text(address), "length": .optional(duration.map(DateWords.duration)),
      "seconds": duration.map { "\($0 / 1000)" } ?? .none, "bytes": "\(bytes)",
      "label": .text(label),
    ]
  }

  /// - Parameter duration: in milliseconds; nil if it is unknown.
  static func film(
    _ address: String, _ size: PictureSize?, label: String, duration: Int64? = nil
  ) -> TemplateView {
    let (width, height) = size.map { ($0.width, $0.height) } ?? (1280, 720)
    return [
      "src": .text(address), "width": "\(width)", "height": "\(height)", "label": .text(label),
      "ratio": .text(PictureRow.filmClass(width: width, height: height)),
      "length": .optional(duration.map(DateWords.duration)),
    ]
  }
}

extension MediaView {
  /// Photos and films as tiles, of which the first one of each day says which it is: the values of `tile.mustache`.
  static func tiles(
    _ photos: [PhotoOrder.Photo], _ scope: PhotoScope, sizes: String, on site: SiteAddress
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
}
