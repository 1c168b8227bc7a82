internal import Journal
internal import Media
package import Sharing
internal import VaultFormat

/// The pages of a book, a pure function of its plan: where its photos stand and how large they are printed.
package struct BookPages: Sendable {
  /// A photo at the size at which it is printed, in millimetres; what does not fit its proportions is cut off.
  package struct Figure: Hashable, Sendable {
    package let photo: SharedMedium
    package let width: Double
    package let height: Double
    var caption: String?

    /// The width and height of the whole photo at that size.
    package var whole: (width: Double, height: Double) {
      let ratio = photo.ratio
      return width / height > ratio
        ? (width, width / ratio) : (height * ratio, height)
    }

    /// How many dots of the photo come to an inch of the paper; nil if its size is unknown.
    package var dpi: Int? {
      photo.size.map { Int((Double($0.width) / (whole.width / 25.4)).rounded()) }
    }

    /// The longest side in dots that print needs.
    package var side: Int {
      Int((max(whole.width, whole.height) / 25.4 * 300).rounded(.up))
    }
  }

  /// A photo that fills a page or a part of it, at its place from the top left corner of the paper.
  struct Placed: Sendable {
    let figure: Figure
    let left: Double
    let top: Double
  }

  /// A note as it is set: words, and photos above, between and below them, or some of these.
  struct Article: Sendable {
    var note: BookPlan.Note
    /// Whether day, title and text are in it.
    var hasWords = true
    /// Blank paper above it, so that it does not hang at the head of the page.
    var sink = 0.0
    /// Up to the edges of the page.
    var bleeding: Figure?
    /// Below the title, in a column of its own.
    var beside: Figure?
    var above: [[Figure]] = []
    var between: [[Figure]] = []
    var below: [[Figure]] = []
    /// Whether it fits a page, so that it is not broken.
    var isWhole = false
    /// Whether it begins a page, in a layout with several notes on one.
    var startsPage = false
    /// Whether it is set a little smaller, so that no page has its last lines alone.
    var isSnug = false

    var figures: [Figure] {
      [bleeding, beside].compactMap(\.self)
        + [above, between, below].flatMap { $0.flatMap(\.self) }
    }
  }

  enum Block: Sendable {
    case text([UInt8])
    case article(Article)
    /// One photo or several that fill a page.
    case page([Placed], BookPlan.Note)
  }

  struct Part: Sendable {
    var heading: String?
    /// Text right below the heading.
    var lead: [UInt8]?
    var blocks: [Block] = []
  }

  package let plan: BookPlan
  package let geometry: BookGeometry
  let parts: [Part]
  let cover: Figure?

  package init(_ plan: BookPlan) {
    self.plan = plan
    let geometry = BookGeometry(plan.book.layout, plan.book.paper)
    self.geometry = geometry
    cover = plan.cover.map { BookCover(geometry).figure(of: $0) }
    let setter = NoteSetter(geometry)
    // Cover, title page and what is behind them; contents.
    var page = plan.parts.count { $0.heading != nil } > 1 ? 5 : 4
    parts = plan.parts.map { part in
      if part.heading != nil { page += 1 }
      var made = Part(heading: part.heading)
      var notes: [BookPlan.Note] = []
      var start = part.heading == nil ? nil : geometry.headingHeight
      func set() {
        made.blocks += setter.blocks(of: notes, below: start, page: &page)
        (notes, start) = ([], nil)
      }
      for (place, entry) in part.entries.enumerated() {
        switch entry {
        case .text(let text) where place == 0 && part.heading != nil:
          made.lead = text
          start? += geometry.wordsHeight(title: nil, [text.count], lines: 0)
        case .text(let text):
          set()
          made.blocks.append(.text(text))
          page += 1
        case .note(let note): notes.append(note)
        }
      }
      set()
      return made
    }
  }

  /// All photos as they are printed.
  package var figures: [Figure] {
    (cover.map { [$0] } ?? [])
      + parts.flatMap(\.blocks).flatMap { block -> [Figure] in
        switch block {
        case .text: []
        case .article(let article): article.figures
        case .page(let photos, _): photos.map(\.figure)
        }
      }
  }

  /// What is wrong with the plan, words that do not fit, and photos that are too small for print.
  package var findings: [BookFinding] {
    let small = figures.filter { ($0.dpi ?? .max) < Self.printDPI }
    var worst: [VaultPath: Figure] = [:]
    for figure in small where figure.dpi ?? 0 < worst[figure.photo.source]?.dpi ?? .max {
      worst[figure.photo.source] = figure
    }
    return plan.findings + BookOverflow(self).findings
      + worst.sorted { $0.key < $1.key }.map { path, figure in
        BookFinding(
          .small(path, dpi: figure.dpi ?? 0, width: figure.width, height: figure.height))
      }
  }

  /// Dots per inch.
  package static let printDPI = 300
}

extension SharedMedium {
  /// Width by height, within the proportions that fit a page; a photo of unknown size counts as a landscape.
  var ratio: Double {
    guard let size, size.width > 0, size.height > 0 else { return 1.5 }
    return min(max(Double(size.width) / Double(size.height), 0.2), 5)
  }
}

/// Where photo and words of a cover stand, from the top left corner of the page.
struct BookCover {
  let geometry: BookGeometry

  init(_ geometry: BookGeometry) { self.geometry = geometry }

  struct Box {
    var left: Double
    var top: Double
    var width: Double
    var height: Double
  }

  var photo: Box {
    let (width, height, bleed) = (geometry.width, geometry.height, BookGeometry.bleed)
    switch geometry.layout {
    case .classic:
      let side = min(width * 0.66, height * 0.5)
      return Box(left: (width - side) / 2, top: height * 0.14, width: side, height: side)
    case .modern:
      return Box(left: -bleed, top: -bleed, width: width + 2 * bleed, height: height + 2 * bleed)
    case .playful:
      let side = min(width * 0.76, height * 0.56)
      return Box(left: (width - side) / 2, top: height * 0.31, width: side, height: side)
    case .grid:
      return Box(
        left: -bleed, top: height * 0.36, width: width + 2 * bleed, height: height * 0.64 + bleed)
    }
  }

  /// The distance of the words from the top.
  var words: Double {
    switch geometry.layout {
    case .classic: photo.top + photo.height + geometry.height * 0.06
    case .modern: geometry.height * 0.09
    case .playful: geometry.height * 0.09
    case .grid: geometry.height * 0.075
    }
  }

  /// Whether most of a photo is seen on the cover.
  func showsMost(of photo: SharedMedium) -> Bool {
    let whole = figure(of: photo).whole
    return self.photo.width * self.photo.height > 0.72 * whole.width * whole.height
  }

  /// The same, and sharply.
  func suits(_ photo: SharedMedium) -> Bool {
    showsMost(of: photo) && figure(of: photo).dpi ?? 0 >= BookPages.printDPI
  }

  /// The height that title and subtitle have, down to the photo or the edge.
  func room(hasPhoto: Bool) -> Double {
    switch geometry.layout {
    case .classic, .modern: geometry.height - words
    // A corner of the photo rises, since it is turned.
    case .playful: (hasPhoto ? photo.top - 3 : geometry.height) - words
    case .grid: (hasPhoto ? photo.top : geometry.height) - words
    }
  }

  func figure(of photo: SharedMedium) -> BookPages.Figure {
    BookPages.Figure(photo: photo, width: self.photo.width, height: self.photo.height)
  }
}
