internal import Journal
internal import Sharing

/// Sets one note on one or several pages, as its layout does.
struct NoteSetter {
  private typealias Figure = BookPages.Figure
  private typealias Article = BookPages.Article

  private let geometry: BookGeometry

  init(_ geometry: BookGeometry) { self.geometry = geometry }

  /// The photos of a page without words.
  private var mostOfPage: Int { geometry.layout == .classic ? 3 : geometry.layout == .grid ? 6 : 4 }
  /// A photo of which less would be seen does not fill a page, unless the book says so.
  private static let leastShown = 0.6

  func blocks(of note: BookPlan.Note) -> [BookPages.Block] {
    var blocks: [BookPages.Block] = []
    var photos = note.photos
    if note.fillsPage, let first = photos.first {
      blocks.append(.page(page(first), note))
      photos.removeFirst()
    }
    switch geometry.layout {
    case .classic: blocks += framed(note, photos, ofOpening: 1, room: 0.62)
    case .playful: blocks += framed(note, photos, ofOpening: 3, room: 0.66)
    case .modern: blocks += modern(note, photos)
    case .grid: blocks.append(.article(grid(note, photos)))
    }
    return blocks
  }

  private func wordsHeight(_ note: BookPlan.Note) -> Double {
    geometry.wordsHeight(
      note.hasText ? note.body.paragraphs : [],
      lines: (note.note.people.isEmpty ? 0 : 2) + (note.caption == nil ? 0 : 2))
  }

  // MARK: - Classic and playful

  /// A page with the words and the first photos, and pages with the others.
  private func framed(
    _ note: BookPlan.Note, _ photos: [SharedMedium], ofOpening count: Int, room share: Double
  ) -> [BookPages.Block] {
    let words = wordsHeight(note)
    let height = geometry.textHeight
    var article = Article(note: note)
    // A long text has its pages for itself, behind those of the photos.
    guard words < height * 0.62 else {
      return galleries(of: note, photos, caption: note.rowCaption) + [.article(article)]
    }
    let opening = Array(photos.prefix(count))
    let room = max(height * 0.34, min(height - words - 8, height * share))
    let (rows, used) = rows(of: opening, room: room, caption: note.rowCaption)
    article.sink = opening.isEmpty ? 0 : max(0, height - words - used - 8) * 0.3
    if geometry.layout == .classic { article.above = rows } else { article.between = rows }
    return [.article(article)] + galleries(of: note, Array(photos.dropFirst(opening.count)))
  }

  // MARK: - Modern

  private func modern(_ note: BookPlan.Note, _ photos: [SharedMedium]) -> [BookPages.Block] {
    let words = wordsHeight(note)
    guard let first = photos.first else { return [.article(Article(note: note))] }
    let isPage =
      geometry.shown(first.ratio) >= Self.leastShown
      && (photos.count > 1 || words > geometry.textHeight * 0.5)
    var article = Article(note: note)
    var rest = Array(photos.dropFirst())
    var blocks: [BookPages.Block] = []
    if isPage {
      blocks.append(.page(page(first), note))
      let room = geometry.textHeight - words - 10
      if !rest.isEmpty, room > geometry.textHeight * 0.3 {
        article.below = rows(of: Array(rest.prefix(3)), room: room, caption: nil).rows
        rest = Array(rest.dropFirst(3))
      }
    } else {
      let room = geometry.height - geometry.bottom - words - 10
      let height = min(
        geometry.width / first.ratio, geometry.height * 0.62, max(room, geometry.height * 0.3))
      article.bleeding = Figure(
        photo: first, width: geometry.width + 2 * BookGeometry.bleed,
        height: height + BookGeometry.bleed, caption: note.rowCaption)
    }
    blocks.append(.article(article))
    if rest.count == 1, geometry.shown(rest[0].ratio) >= Self.leastShown {
      return blocks + [.page(page(rest[0]), note)]
    }
    return blocks + galleries(of: note, rest)
  }

  // MARK: - Grid

  private func grid(_ note: BookPlan.Note, _ photos: [SharedMedium]) -> Article {
    var article = Article(note: note)
    article.below = modules(of: photos, caption: note.rowCaption)
    let heights = article.below.map { $0.map(\.height).max() ?? 0 }
    let height = heights.reduce(0) { $0 + $1 + geometry.gap } + wordsHeight(note)
    article.isWhole = height < geometry.textHeight * 0.94
    return article
  }

  /// Rows of six columns; every photo takes some of them.
  private func modules(of photos: [SharedMedium], caption: String?) -> [[BookPages.Figure]] {
    var rows: [[Figure]] = []
    var rest = photos[...]
    while !rest.isEmpty {
      let shapes = Self.shapes(of: rest.map(\.ratio), isFirst: rows.isEmpty)
      rows.append(
        zip(rest, shapes).map { photo, shape in
          Figure(
            photo: photo, width: geometry.columns(shape.columns),
            height: geometry.columns(shape.rows))
        })
      rest = rest.dropFirst(shapes.count)
    }
    if !rows.isEmpty { rows[0][0].caption = caption }
    return rows
  }

  private static func shapes(
    of ratios: [Double], isFirst: Bool
  ) -> [(columns: Int, rows: Int)] {
    switch ratios.count {
    case 1: return ratios[0] > 1.1 ? [(6, 4)] : [(4, ratios[0] < 0.85 ? 5 : 4)]
    case 2: return ratios[0] >= ratios[1] ? [(4, 4), (2, 4)] : [(2, 4), (4, 4)]
    // The first of many is larger than the others.
    case 4 where isFirst: return ratios[0] > 1 ? [(6, 4)] : [(3, 4), (3, 4)]
    default: return [(2, 2), (2, 2), (2, 2)]
    }
  }

  // MARK: - Rows and pages

  private func page(_ photo: SharedMedium) -> BookPages.Figure {
    Figure(
      photo: photo, width: geometry.width + 2 * BookGeometry.bleed,
      height: geometry.height + 2 * BookGeometry.bleed)
  }

  private func rows(
    of photos: [SharedMedium], room: Double, caption: String?
  ) -> (rows: [[BookPages.Figure]], height: Double) {
    let arranged = PhotoRows(
      photos.map(\.ratio), width: geometry.rowWidth, room: room, gap: geometry.gap)
    let rows = arranged.rows.map { row in
      photos[row.photos].enumerated().map { place, photo in
        Figure(
          photo: photo, width: row.height * photo.ratio, height: row.height,
          caption: row.photos.lowerBound == 0 && place == 0 ? caption : nil)
      }
    }
    return (rows, arranged.height)
  }

  /// Pages of photos alone, with about as many on each.
  private func galleries(
    of note: BookPlan.Note, _ photos: [SharedMedium], caption: String? = nil
  ) -> [BookPages.Block] {
    guard !photos.isEmpty else { return [] }
    let pages = (photos.count + mostOfPage - 1) / mostOfPage
    return (0..<pages).map { page in
      let range = photos.count * page / pages..<photos.count * (page + 1) / pages
      var article = Article(note: note, hasWords: false)
      let (rows, used) = rows(
        of: Array(photos[range]), room: geometry.textHeight - 8,
        caption: page == 0 ? caption : nil)
      article.above = rows
      article.sink =
        geometry.layout == .modern ? 0 : max(0, geometry.textHeight - used) * 0.3
      return .article(article)
    }
  }
}

extension BookPlan.Note {
  /// The caption below a photo; one of a photo that fills a page stands with the words.
  fileprivate var rowCaption: String? { fillsPage ? nil : caption }
}
