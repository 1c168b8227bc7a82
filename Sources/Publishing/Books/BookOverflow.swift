internal import Journal
internal import Sharing

/// Words that do not fit where a book has them, by about how high they are.
///
/// Texts of notes and of the book are not among them: they go on on the next page.
struct BookOverflow {
  private let pages: BookPages
  private let geometry: BookGeometry
  private let measure: BookMeasure

  init(_ pages: BookPages) {
    (self.pages, geometry) = (pages, pages.geometry)
    measure = BookMeasure(geometry)
  }

  var findings: [BookFinding] { title + headings + captions }

  /// On the cover they would go over the photo, or over the edge onto another page.
  private var title: [BookFinding] {
    let (book, width) = (pages.plan.book, geometry.width - 2 * geometry.outer)
    var height = measure.height(of: book.title, ".cover h1", in: width)
    if let subtitle = book.subtitle {
      height += measure.height(of: subtitle, ".cover .subtitle", in: width)
      height += measure.number("margin-top", of: ".cover .subtitle") ?? 0
    }
    let room = BookCover(geometry).room(hasPhoto: pages.cover != nil)
    return height > room ? [BookFinding(.longTitle(height: height, room: room), line: 1)] : []
  }

  /// It would be broken over two pages, or cut off.
  private var headings: [BookFinding] {
    // The words of `playful` have colour around them.
    let (side, ends): (Double, Double) = geometry.layout == .playful ? (14, 19) : (0, 0)
    let room = geometry.textHeight - geometry.chapterTop
    return pages.parts.compactMap(\.heading).compactMap { heading in
      let height =
        ends + measure.height(of: heading, ".chapter h2", in: geometry.textWidth - 2 * side)
      return height > room
        ? BookFinding(.longHeading(heading, height: height, room: room)) : nil
    }
  }

  /// It would push what stands below it, or its photo, onto another page.
  private var captions: [BookFinding] {
    pages.parts.flatMap(\.blocks).compactMap { block in
      if case .article(let article) = block { finding(in: article) } else { nil }
    }
  }

  private func finding(in article: BookPages.Article) -> BookFinding? {
    let rows = [article.above, article.between, article.below]
      .flatMap { $0.map { row in row.map(\.height).max() ?? 0 } }
    guard let figure = article.figures.first(where: { $0.caption != nil }),
      let caption = figure.caption
    else { return nil }
    let note = article.note
    let line = measure.line("figcaption")
    let width = min(figure.width, measure.number("max-width", of: "figcaption") ?? figure.width)
    let lines = measure.lines(of: caption, "figcaption", in: width)
    var used: Double
    switch geometry.layout {
    // Its rows go on on the next page, each with its photos.
    case .grid: used = figure.height
    case .classic, .modern, .playful:
      used = article.sink + rows.reduce(0) { $0 + $1 + geometry.gap }
      if let top = article.bleeding { used += top.height - BookGeometry.bleed - geometry.top }
      let words = article.hasWords ? geometry.wordsHeight(of: note, withCaption: false) : 0
      // A long text goes on on the next page.
      if used + words <= geometry.textHeight { used += words }
    }
    let room = max(0, Int((geometry.textHeight - used) / line))
    // For so many there is room in any case.
    guard lines > max(room, 2) else { return nil }
    return BookFinding(
      .longCaption(of: note.note.source, lines: lines, room: room), line: note.line)
  }
}
