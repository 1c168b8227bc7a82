internal import Journal
internal import Sharing

/// Sets notes on pages, as their layout does, in the order of the book.
struct NoteSetter {
  private typealias Figure = BookPages.Figure
  private typealias Article = BookPages.Article

  private let geometry: BookGeometry

  init(_ geometry: BookGeometry) { self.geometry = geometry }

  /// A photo of which less would be seen does not fill a page, unless the book says so.
  private static let leastShown = 0.7
  /// Between words and photos.
  private static let space = 8.0

  /// - Parameters:
  ///   - notes: one after the other.
  ///   - start: how much of the page of the first is taken, in a layout with several notes on one; nil if it begins one.
  ///   - page: the number of the page that comes next.
  func blocks(
    of notes: [BookPlan.Note], below start: Double?, page number: inout Int
  ) -> [BookPages.Block] {
    guard geometry.layout == .grid else {
      return notes.flatMap { note in
        let made = self.blocks(of: note, isLeft: number.isMultiple(of: 2))
        number += made.reduce(0) { $0 + pageCount($1) }
        return made
      }
    }
    return GridSetter(geometry).blocks(of: notes, below: start)
  }

  /// About how many pages a block takes.
  private func pageCount(_ block: BookPages.Block) -> Int {
    guard case .article(let article) = block, article.hasWords else { return 1 }
    let band = article.bleeding.map { $0.height - geometry.top } ?? 0
    let height = band + wordsHeight(article.note) * (article.isSnug ? 0.93 : 1)
    return max(1, Int((height / geometry.textHeight).rounded(.up)))
  }

  private func blocks(of note: BookPlan.Note, isLeft: Bool) -> [BookPages.Block] {
    var blocks: [BookPages.Block] = []
    var photos = note.photos
    if note.fillsPage, let first = photos.first {
      blocks.append(page(of: first, note))
      photos.removeFirst()
    }
    return blocks
      + (geometry.layout == .modern
        ? modern(note, photos, isLeft: isLeft != note.fillsPage) : framed(note, photos))
  }

  private func wordsHeight(_ note: BookPlan.Note) -> Double { geometry.wordsHeight(of: note) }

  // MARK: - Classic and playful

  /// The lines at which words begin, as parts of the page: they are the same on all pages, which makes the order of the
  /// book.
  private static let lines = [0.62, 0.52, 0.42, 0.34]
  private static let step = 12.0

  /// A page with the words and the first photos, and pages with the others.
  private func framed(_ note: BookPlan.Note, _ photos: [SharedMedium]) -> [BookPages.Block] {
    let (words, height) = (wordsHeight(note), geometry.textHeight)
    let line = Self.lines.first { words < height * (1 - $0) }
    guard let line, !photos.isEmpty else { return flowing(note, photos) }
    var article = Article(note: note)
    let isClassic = geometry.layout == .classic
    let opening = Array(photos.prefix(isClassic ? 1 : 3))
    let caption = note.rowCaption
    let room = height * line - Self.space - (caption == nil ? 0 : 8)
    let (rows, used) = rows(of: opening, room: room, caption: caption)
    if isClassic {
      article.above = rows
      article.sink = max(0, room - used)
    } else {
      article.between = rows
      // In steps, so that heads beside each other stand alike.
      let sink = max(0, height - words - used - 2 * Self.space) * 0.4
      article.sink = (sink / Self.step).rounded() * Self.step
    }
    return [.article(article)] + galleries(of: note, Array(photos.dropFirst(opening.count)))
  }

  /// A text that goes on from page to page, with the first photos where it ends.
  private func flowing(
    _ note: BookPlan.Note, _ photos: [SharedMedium], below band: BookPages.Figure? = nil
  ) -> [BookPages.Block] {
    let words = wordsHeight(note)
    let start = band.map { $0.height - geometry.top - BookGeometry.bleed + Self.space } ?? 0
    var article = Article(note: note, bleeding: band)
    var rest = photos
    let room = geometry.roomBelow(words, from: start) - 2 * Self.space
    if room > geometry.textHeight * 0.33, !rest.isEmpty {
      let count = min(rest.count, room > geometry.textHeight * 0.6 ? mostOfPage : 2)
      article.below =
        rows(
          of: Array(rest.prefix(count)), room: room - (note.rowCaption == nil ? 0 : 8),
          caption: band == nil ? note.rowCaption : nil
        ).rows
      rest.removeFirst(count)
    } else {
      article.isSnug = geometry.isSnug(words, from: start)
    }
    let pages =
      geometry.layout == .modern
      ? collages(of: note, rest)
      : galleries(of: note, rest, caption: article.below.isEmpty ? note.rowCaption : nil)
    return [.article(article)] + pages
  }

  // MARK: - Modern

  /// - Parameter isLeft: whether the note begins a spread, which a photo that fills its page needs beside the words.
  private func modern(
    _ note: BookPlan.Note, _ photos: [SharedMedium], isLeft: Bool
  ) -> [BookPages.Block] {
    let (words, height) = (wordsHeight(note), geometry.height)
    guard let first = photos.first else { return flowing(note, photos) }
    let others = Array(photos.dropFirst())
    let isShort = words < geometry.textHeight * 0.45
    // The words of a note that begins on a right page share it with a photo, so that the next begins a spread.
    let sharesPage = !isLeft && isShort
    if !sharesPage, geometry.shown(first.ratio) >= Self.leastShown, !others.isEmpty || !isShort {
      return [page(of: first, note)] + flowing(note, others)
    }
    if !sharesPage, (2...4).contains(photos.count), let page = collage(of: photos, note) {
      return [page] + flowing(note, [])
    }
    if sharesPage, first.ratio < 1.2 || photos.count > 1 {
      return flowing(note, photos)
    }
    // The lower edge of the photo is at one of three lines too, where least of it is cut and the words have room; one
    // that is too high for them has its page.
    let whole = (geometry.width + 2 * BookGeometry.bleed) / first.ratio
    let room = height - geometry.bottom - words - Self.space
    let edges = [0.5, 0.3, 0.66].map { $0 * height }.filter { $0 >= whole * 0.68 }
    let roomy = edges.filter { room > 0.75 * min($0, whole) }
    func cut(_ edge: Double) -> Double { max(edge / whole, whole / edge) }
    let least = (roomy.isEmpty ? edges : roomy).min { cut($0) < cut($1) }
    guard var edge = least else { return [page(of: first, note)] + flowing(note, others) }
    if !roomy.isEmpty { edge = min(edge, room) }
    return flowing(note, others, below: band(first, edge: edge, caption: note.rowCaption))
  }

  /// A photo across the head of a page, from edge to edge.
  private func band(_ photo: SharedMedium, edge: Double, caption: String?) -> BookPages.Figure {
    Figure(
      photo: photo, width: geometry.width + 2 * BookGeometry.bleed,
      height: edge + BookGeometry.bleed, caption: caption)
  }

  /// Pages that photos fill to their edges, as many on each as look best; one that fits none is a band.
  private func collages(
    of note: BookPlan.Note, _ photos: [SharedMedium]
  ) -> [BookPages.Block] {
    let ways = Partition.best(photos.count, most: 4) { range in
      let shown = shownOfCollage(photos[range])
      // A page costs something, photos that are cut cost more, and white paper most.
      return shown < Self.leastShown ? 3 : 1 + 5 * (1 - shown)
    }
    return ways.map { range in
      let part = Array(photos[range])
      if let page = collage(of: part, note) { return page }
      var article = Article(note: note, hasWords: false)
      if part.count == 1 {
        let whole = (geometry.width + 2 * BookGeometry.bleed) / part[0].ratio - BookGeometry.bleed
        article.bleeding = band(part[0], edge: min(whole, geometry.height * 0.66), caption: nil)
      } else {
        article.above = rows(of: part, room: geometry.textHeight - Self.space, caption: nil).rows
      }
      return .article(article)
    }
  }

  private func arranged(_ photos: some Collection<SharedMedium>) -> PhotoRows {
    let edges = 2 * BookGeometry.bleed
    return PhotoRows(
      photos.map(\.ratio), width: geometry.width + edges, room: geometry.height + edges,
      gap: geometry.gap, mostInRow: 2, isFilling: true)
  }

  private func shownOfCollage(_ photos: some Collection<SharedMedium>) -> Double {
    arranged(photos).shown
  }

  /// Nil for photos of which too little would be seen.
  private func collage(
    of photos: [SharedMedium], _ note: BookPlan.Note
  ) -> BookPages.Block? {
    let arranged = arranged(photos)
    guard arranged.shown >= Self.leastShown else { return nil }
    var placed: [BookPages.Placed] = []
    var top = -BookGeometry.bleed
    for row in arranged.rows {
      var left = -BookGeometry.bleed
      for photo in photos[row.photos] {
        let width = photo.ratio * row.unit
        let figure = Figure(photo: photo, width: width, height: row.height)
        placed.append(BookPages.Placed(figure: figure, left: left, top: top))
        left += width + geometry.gap
      }
      top += row.height + geometry.gap
    }
    return .page(placed, note)
  }

  // MARK: - Rows and pages

  /// How much of a photo is seen in a row of several.
  private var leastShown: Double {
    switch geometry.layout {
    case .classic, .grid: 1
    case .modern, .playful: 0.78
    }
  }

  /// The photos of a page without words.
  private var mostOfPage: Int { geometry.layout == .classic ? 3 : 4 }

  private func page(of photo: SharedMedium, _ note: BookPlan.Note) -> BookPages.Block {
    .page([geometry.fullPage(photo)], note)
  }

  private func rows(
    of photos: [SharedMedium], room: Double, caption: String?
  ) -> (rows: [[BookPages.Figure]], height: Double) {
    let arranged = PhotoRows(
      photos.map(\.ratio), width: geometry.rowWidth, room: room, gap: geometry.gap,
      least: photos.count == 1 ? 1 : leastShown)
    let rows = arranged.rows.map { row in
      photos[row.photos].enumerated().map { place, photo in
        Figure(
          photo: photo, width: row.unit * photo.ratio, height: row.height,
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
        of: Array(photos[range]), room: geometry.textHeight - Self.space,
        caption: page == 0 ? caption : nil)
      article.above = rows
      // Photos end where those of the pages with words end, if they are no higher.
      let end = geometry.textHeight * Self.lines[0] - Self.space
      article.sink = used <= end ? end - used : max(0, geometry.textHeight - used) * 0.4
      return .article(article)
    }
  }
}

extension BookGeometry {
  func wordsHeight(of note: BookPlan.Note, withCaption: Bool = true) -> Double {
    wordsHeight(
      title: note.title?.count, note.hasText ? note.body.paragraphs : [],
      gaps: note.hasText ? note.body.gapCount : 0,
      lines: (note.note.people.isEmpty ? 0 : smallLine)
        + (withCaption && note.caption != nil ? smallLine : 0))
  }

  /// A line of small type with what is above it, in lines of text.
  private var smallLine: Double { layout == .grid ? 1.3 : 2 }

  /// A photo that fills a page.
  func fullPage(_ photo: SharedMedium) -> BookPages.Placed {
    let bleed = Self.bleed
    let figure = BookPages.Figure(
      photo: photo, width: width + 2 * bleed, height: height + 2 * bleed)
    return BookPages.Placed(figure: figure, left: -bleed, top: -bleed)
  }
}

extension BookPlan.Note {
  /// The caption below a photo; one of a photo that fills a page stands with the words.
  var rowCaption: String? { fillsPage ? nil : caption }
}
