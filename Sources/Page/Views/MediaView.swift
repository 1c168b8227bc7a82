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

  /// - Parameter more: how many media are not among these.
  func values(_ media: [MediaItem], more: Int = 0) -> [String: TemplateValue] {
    let pictures = media.filter { $0.isPicture(on: site) }
    let sounds = media.filter(\.isSound)
    let films = media.filter(\.isShownAsFilm)
    let files = media.filter { !$0.isPicture(on: site) && !$0.isSound && !$0.isShownAsFilm }
    return [
      "rows": .list(rows(pictures, more: more)),
      "audio": .list(sounds.map(sound)),
      "films": .list(films.map(film)),
      "files": .list(files.map(file)),
    ]
  }

  private func rows(_ pictures: [MediaItem], more: Int) -> [TemplateView] {
    var rest = pictures[...]
    return PictureRows.lengths(of: pictures.map(ratio)).map { length in
      let row = rest.prefix(length)
      rest = rest.dropFirst(length)
      let width = row.map(ratio).reduce(0, +)
      let photos = row.map { item in
        picture(
          item, sizes: PictureRows.sizes(share: ratio(item) / width),
          more: rest.isEmpty && item == row.last ? more : 0)
      }
      return ["isWide": .flag(row.count == 1), "photos": .list(photos)]
    }
  }

  private func ratio(_ item: MediaItem) -> Double {
    PictureRows.ratio(width: item.size?.width ?? 0, height: item.size?.height ?? 0)
  }

  /// - Parameters:
  ///   - sizes: the width on the page, as the attribute `sizes` says it.
  ///   - more: how many pictures are not shown after this one.
  func picture(_ item: MediaItem, sizes: String, more: Int = 0) -> TemplateView {
    let source = PictureSource(item, preferred: .medium, hasVariants: site.hasVariants)
    // Of an unknown size, a usual shape keeps the room.
    let (width, height) = item.size.map { ($0.width, $0.height) } ?? (1300, 1000)
    return [
      "ratio": .text(PictureRows.ratioClass(ratio(item))),
      "anchor": .text("p-" + Base64.urlEncoded(item.path.bytes)),
      "href": .text(pictureAddress?(item) ?? site.address(item.address)),
      "src": .text(site.address(source.address)), "srcset": .optional(source.set(on: site)),
      "sizes": .text(sizes),
      "width": "\(width)", "height": "\(height)", "alt": "Photo, \(day)",
      "more": more > 0 ? "+\(more)" : .none,
    ]
  }

  private func sound(_ item: MediaItem) -> TemplateView {
    [
      "src": .text(site.address(item.address)),
      "length": .optional(item.duration.map(DateWords.duration)),
      "seconds": item.duration.map { "\($0 / 1000)" } ?? .none, "bytes": "\(item.bytes)",
      "label": .text(item.name),
    ]
  }

  private func film(_ item: MediaItem) -> TemplateView {
    let (width, height) = item.size.map { ($0.width, $0.height) } ?? (1280, 720)
    return [
      "src": .text(site.address(item.address)), "poster": .none, "width": "\(width)",
      "height": "\(height)", "label": .text(item.name),
    ]
  }

  private func file(_ item: MediaItem) -> TemplateView {
    [
      "href": .text(site.address(item.address)), "label": .text(item.name),
      "size": .text("\(ByteCount(item.bytes))"),
    ]
  }
}

/// Pictures in rows: one alone is wide, two share a row, three and more make rows of about the same height.
///
/// The pictures of a row share its width by their ratios, by a class for each ratio (`page.css`): so they are equally
/// high, and heights are known before anything is loaded, without styles in the page.
enum PictureRows {
  /// The sum of the ratios that a row should have.
  private static let rowRatio = 3.2

  /// The number of pictures in each row.
  ///
  /// - Parameter ratios: width by height, in order.
  static func lengths(of ratios: [Double]) -> [Int] {
    guard ratios.count > 2 else { return ratios.isEmpty ? [] : [ratios.count] }
    var rest = ratios[...]
    var lengths: [Int] = []
    let count = max(1, Int((ratios.reduce(0, +) / rowRatio).rounded()))
    for rowsLeft in stride(from: count, through: 1, by: -1) where !rest.isEmpty {
      let goal = rest.reduce(0, +) / Double(rowsLeft)
      var (length, width) = (0, 0.0)
      while let next = rest.first,
        length == 0 || rowsLeft == 1 || abs(width + next - goal) <= abs(width - goal)
      {
        width += next
        length += 1
        rest = rest.dropFirst()
      }
      lengths.append(length)
    }
    return lengths
  }

  /// The width of a picture on the page, as the attribute `sizes` says it (`page.css`: a card is 48 rem wide at most).
  ///
  /// - Parameter share: of the row's width.
  static func sizes(share: Double) -> String {
    let share = min(max(share, 0.01), 1)
    return
      "(min-width: 48rem) \(Int((48 * share).rounded(.up)))rem, \(Int((100 * share).rounded(.up)))vw"
  }

  /// The ratio that a picture is shown with, from 0.5 to 3 in tenths; a usual one if its size is unknown.
  static func ratio(width: Int, height: Int) -> Double {
    guard width > 0, height > 0 else { return 1.3 }
    let tenths = (10 * Double(width) / Double(height)).rounded()
    return min(max(tenths, 5), 30) / 10
  }

  /// `r-13` for a ratio of 1.3.
  static func ratioClass(_ ratio: Double) -> String { "r-\(Int((ratio * 10).rounded()))" }
}
