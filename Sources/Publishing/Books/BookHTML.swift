internal import Journal
package import Rendering
internal import Sharing
package import VaultFormat

/// A book as one HTML file that prints, and its style sheet.
package struct BookHTML: Sendable {
  private let pages: BookPages
  private let texts: BookTexts
  private let isPreview: Bool
  private let templates: TemplateLibrary

  package static let name = "index.html"
  package static let styleName = "book.css"

  /// - Parameters:
  ///   - photos: their addresses by their paths in the vault; one without an address is left out.
  ///   - isPreview: shown as pages beside each other; without a style in the HTML, for a browser that allows none.
  /// - Throws: a `TemplateLibrary.Problem`.
  package init(
    _ pages: BookPages, photos: [VaultPath: String], isPreview: Bool = false
  ) throws(TemplateLibrary.Problem) {
    (self.pages, self.isPreview) = (pages, isPreview)
    let inBook = Set(pages.plan.notes.map(\.note.id))
    texts = BookTexts(pages.plan, photos: photos, headingShift: 3) { note in
      inBook.contains(note.id) ? "#\(BookTexts.anchor(of: note))" : nil
    }
    var sources = PublishedFiles.templates(in: PublishedFiles.all)
    if isPreview {
      sources = sources.mapValues {
        $0.replacing(" style=\"", with: " \(BookPreview.attribute)=\"")
          .replacing("<img ", with: "<img loading=\"lazy\" ")
      }
    }
    templates = try TemplateLibrary(sources)
  }

  package func bytes() throws(TemplateLibrary.Problem) -> [UInt8] {
    try templates.html("book", view).bytes
  }

  /// The style sheet.
  ///
  /// - Parameter isForPress: with what is cut off, and marks where to cut.
  package func css(isForPress: Bool) -> [UInt8] {
    let names =
      ["book.css", "book-\(pages.geometry.layout.rawValue).css"]
      + (isPreview ? ["book-preview.css"] : [])
    let press =
      isForPress ? "@page { bleed: \(millimetres(Self.slug)); marks: crop cross }\n" : ""
    let screen =
      isPreview ? BookPreview.css(pages.geometry) + BookPreview.boxes(of: .view(view)) : ""
    return names.flatMap { PublishedFiles.all[$0] ?? [] }
      + Array((pages.geometry.css + press + screen).utf8)
  }

  /// The paper around a page that is printed for the marks; the bleed is within it.
  private static let slug = 9.0

  // MARK: - Views

  private var view: TemplateView {
    let (plan, geometry) = (pages.plan, pages.geometry)
    let cover = BookCover(geometry)
    let headings = pages.parts.enumerated().filter { $1.heading != nil }
    var anchors = Anchors()
    return [
      "language": .text(texts.language), "title": .text(plan.book.title),
      "subtitle": .optional(plan.book.subtitle), "author": .optional(plan.book.author),
      // A typesetter takes the present for what is missing.
      "updated": .text(plan.book.updated.rfc3339),
      "years": .optional(plan.years), "layout": .text(geometry.layout.rawValue),
      "coverStyle": .text(Self.box(geometry.width, geometry.height)),
      "coverPhoto": .optional(
        pages.cover.flatMap { figure in
          let box = cover.photo
          return photo(
            figure, alternative: plan.book.title,
            style: "left:\(millimetres(box.left));top:\(millimetres(box.top));"
              + Self.box(box.width, box.height))
        }),
      "wordsStyle": .text(
        "top:\(millimetres(cover.words));left:\(millimetres(geometry.outer));"
          + "right:\(millimetres(geometry.outer))"),
      "frontStyle": .text("padding-top:\(millimetres(geometry.frontTop))"),
      "contents": headings.count > 1
        ? .view([
          "title": .text(texts.words.contents),
          "parts": .list(
            headings.map { place, part in
              [
                "anchor": .text(Self.anchor(ofPart: place)), "heading": .text(part.heading ?? ""),
              ]
            }),
        ]) : .none,
      "parts": .list(
        pages.parts.enumerated().map { place, part in view(of: part, at: place, &anchors) }),
    ]
  }

  private func view(
    of part: BookPages.Part, at place: Int, _ anchors: inout Anchors
  ) -> TemplateView {
    let heading: TemplateView? = part.heading.map { heading in
      [
        "anchor": .text(Self.anchor(ofPart: place)), "text": .text(heading),
        "style": .text("margin-top:\(millimetres(pages.geometry.chapterTop))"),
        "lead": part.lead.map { .html(texts.html(ofBook: $0, idPrefix: "p\(place)-")) } ?? .none,
      ]
    }
    var blocks: [TemplateView] = []
    for (number, block) in part.blocks.enumerated() {
      var view: TemplateView = ["text": .none, "brief": .none, "page": .none, "article": .none]
      switch block {
      case .text(let text):
        view["brief"] = .flag(text.count < 240)
        view["text"] = .html(texts.html(ofBook: text, idPrefix: "p\(place)-\(number)-"))
      case .page(let photos, let note):
        guard let page = page(of: photos, note) else { continue }
        view["page"] = .view(page)
      case .article(let article):
        let prefix = "t\(place)-\(number)-"
        guard let made = self.view(of: article, idPrefix: prefix, &anchors) else { continue }
        view["article"] = .view(made)
      }
      blocks.append(view)
    }
    return [
      "color": .text(Self.colors[place % Self.colors.count]), "heading": .optional(heading),
      "blocks": .list(blocks),
    ]
  }

  private static let colors = ["rose", "mint", "sky", "sun", "lilac", "sand"]

  private static func anchor(ofPart place: Int) -> String { "part-\(place + 1)" }

  /// The ids that are given: a note may be in a book twice.
  private struct Anchors {
    private var given: Set<String> = []

    mutating func take(_ anchor: String) -> String? {
      given.insert(anchor).inserted ? anchor : nil
    }
  }

  /// Nil for a page of photos none of which is there.
  private func view(
    of article: BookPages.Article, idPrefix: String, _ anchors: inout Anchors
  ) -> TemplateView? {
    let note = article.note
    func rows(_ rows: [[BookPages.Figure]]) -> TemplateValue {
      let views = rows.compactMap { row -> TemplateView? in
        let figures = row.compactMap { figure(of: $0, note) }
        return figures.isEmpty ? nil : ["figures": .list(figures)]
      }
      return views.isEmpty ? .none : .list(views)
    }
    let (above, between, below) = (rows(article.above), rows(article.between), rows(article.below))
    if !article.hasWords, above == .none { return nil }
    let kind =
      "note" + (article.hasWords ? "" : " gallery") + (article.isWhole ? " whole" : "")
      + (article.figures.isEmpty ? " plain" : "") + (article.isSnug ? " snug" : "")
      + (article.startsPage ? " start" : "")
    return [
      "kind": .text(kind),
      "anchor": .optional(
        article.hasWords ? anchors.take(BookTexts.anchor(of: note.note)) : nil),
      "sink": .optional(article.sink > 0 ? "height:\(millimetres(article.sink))" : nil),
      "bleeding": .optional(article.bleeding.flatMap { bleeding($0, note) }),
      "above": above, "between": between, "below": below,
      "words": .optional(article.hasWords ? words(of: article, idPrefix: idPrefix) : nil),
    ]
  }

  private func words(of article: BookPages.Article, idPrefix: String) -> TemplateView {
    let (note, geometry) = (article.note, pages.geometry)
    let isGrid = geometry.layout == .grid
    let isShort = note.body.paragraphs.count == 1 && note.body.paragraphs[0] < 110
    let hasCaption = article.figures.contains { $0.caption != nil }
    return [
      "style": .optional(isGrid ? "width:\(millimetres(geometry.columns(2)))" : nil),
      "bodyStyle": .optional(
        isGrid
          ? "margin-left:\(millimetres(geometry.columns(2) + geometry.gap));"
            + "min-height:\(millimetres(headHeight(of: article)))"
          : nil),
      "day": .text(texts.words.day(note.note.day)),
      "title": .optional(note.title.map(BookTexts.withoutWidow)),
      "language": .optional(note.note.language),
      "titleKind": .optional(note.title.map(BookGeometry.isLong) == true ? "long" : nil),
      "beside": .optional(article.beside.flatMap { figure(of: $0, note) }),
      "textKind": .text(isShort ? "text short" : "text"),
      "text": note.hasText
        ? .html(texts.html(of: note, idPrefix: idPrefix)) : .none,
      "caption": .optional(hasCaption ? nil : note.caption),
      "people": .optional(texts.words.with(note.note.people)),
    ]
  }

  /// What stands beside the text of a grid.
  private func headHeight(of article: BookPages.Article) -> Double {
    let head = pages.geometry.wordsHeight(title: article.note.title?.count, [], lines: 0)
    guard let photo = article.beside else { return head }
    return head + photo.height + (photo.caption == nil ? 2 : 9)
  }

  // MARK: - Photos

  private static func box(_ width: Double, _ height: Double) -> String {
    "width:\(millimetres(width));height:\(millimetres(height))"
  }

  /// Nil for a photo that has no address.
  private func photo(
    _ figure: BookPages.Figure, alternative: String, style: String, box: String = ""
  ) -> TemplateView? {
    texts.photos[figure.photo.source].map { address in
      [
        "src": .text(address), "alt": .text(alternative), "style": .text(style),
        "boxStyle": .text(box), "caption": .optional(figure.caption),
      ]
    }
  }

  private func figure(of figure: BookPages.Figure, _ note: BookPlan.Note) -> TemplateView? {
    photo(
      figure, alternative: texts.alternative(of: figure.photo, in: note),
      style: Self.box(figure.width, figure.height), box: "width:\(millimetres(figure.width))")
  }

  private func page(of photos: [BookPages.Placed], _ note: BookPlan.Note) -> TemplateView? {
    let views = photos.compactMap { placed in
      photo(
        placed.figure, alternative: texts.alternative(of: placed.figure.photo, in: note),
        style: "left:\(millimetres(placed.left));top:\(millimetres(placed.top));"
          + Self.box(placed.figure.width, placed.figure.height))
    }
    guard !views.isEmpty else { return nil }
    return [
      "boxStyle": .text(Self.box(pages.geometry.width, pages.geometry.height)),
      "photos": .list(views),
    ]
  }

  private func bleeding(_ figure: BookPages.Figure, _ note: BookPlan.Note) -> TemplateView? {
    let (geometry, bleed) = (pages.geometry, BookGeometry.bleed)
    var view = photo(
      figure, alternative: texts.alternative(of: figure.photo, in: note),
      style: Self.box(figure.width, figure.height),
      box: "margin-top:\(millimetres(-geometry.top - bleed));"
        + "margin-left:\(millimetres(-geometry.inner - bleed));width:\(millimetres(figure.width))")
    // The photo goes to the edge, its caption does not.
    view?["captionStyle"] = .text("margin-left:\(millimetres(geometry.inner + bleed))")
    return view
  }
}

extension BookGeometry {
  /// Above the title of the title page.
  var frontTop: Double {
    switch layout {
    case .classic, .playful: height * 0.22
    case .modern, .grid: height * 0.02
    }
  }

  /// Above the heading of a chapter.
  var chapterTop: Double {
    switch layout {
    case .classic, .playful: height * 0.24
    case .modern: height * 0.48
    case .grid: 0
    }
  }

  /// Pages, margins and the size of type.
  var css: String {
    func margin(_ right: Double, _ left: Double) -> String {
      [top, right, bottom, left].map(millimetres).joined(separator: " ")
    }
    let size = "\(millimetres(width)) \(millimetres(height))"
    return """
      @page { size: \(size) }
      @page :left { margin: \(margin(inner, outer)) }
      @page :right { margin: \(margin(outer, inner)) }
      @page cover { margin: 0 }
      @page photo { margin: 0 }
      html { font-size: \(Int((fontScale * 100).rounded()))% }
      @media screen { body { max-width: \(millimetres(width)) } }

      """
  }
}
