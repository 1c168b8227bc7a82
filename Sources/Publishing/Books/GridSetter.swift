internal import Sharing

/// Sets notes as a grid: several on a page, with photos in modules, so that little of the paper is left free.
struct GridSetter {
  private typealias Figure = BookPages.Figure
  private typealias Article = BookPages.Article

  private let geometry: BookGeometry

  init(_ geometry: BookGeometry) { self.geometry = geometry }

  /// - Parameters:
  ///   - notes: one after the other.
  ///   - start: how much of the page of the first is taken; nil if it begins one.
  func blocks(of notes: [BookPlan.Note], below start: Double?) -> [BookPages.Block] {
    var blocks: [BookPages.Block] = []
    var run: [GridNote] = []
    var start = start
    for note in notes {
      if note.fillsPage, let first = note.photos.first {
        blocks += grid(run, below: start)
        blocks.append(.page([geometry.fullPage(first)], note))
        (run, start) = ([], nil)
      }
      run.append(gridNote(note, Array(note.photos.dropFirst(note.fillsPage ? 1 : 0))))
    }
    return blocks + grid(run, below: start)
  }

  /// Photos of a note: in rows, or one of them in the column of the title.
  private struct Modules {
    var beside: BookPages.Figure?
    var rows: [[BookPages.Figure]] = []
  }

  /// A note of a grid with the ways in which its photos can stand.
  private struct GridNote {
    let note: BookPlan.Note
    let isLong: Bool
    let ways: [Modules]
    let flows: [GridFlow.Way]
  }

  private func gridNote(_ note: BookPlan.Note, _ photos: [SharedMedium]) -> GridNote {
    let words = geometry.wordsHeight(of: note)
    let isLong = words > geometry.textHeight * 0.4
    var ways = (photos.isEmpty ? [0] : Self.weights).map { weight in
      Modules(rows: modules(of: photos, weight: weight, caption: note.rowCaption))
    }
    if photos.count == 1, let photo = photos.first, photo.ratio < 1.2,
      words > geometry.columns(3), words < geometry.textHeight * 0.85
    {
      let height = geometry.columns(photo.ratio < 0.85 ? 3 : 2)
      let figure = Figure(
        photo: photo, width: geometry.columns(2), height: height, caption: note.rowCaption)
      ways.append(Modules(beside: figure))
    }
    let flows = ways.map { way in
      var heights = way.rows.map { $0[0].height + geometry.gap + ($0[0].caption == nil ? 0 : 5) }
      // The rule, and what is between notes.
      let text = words + 10
      if let beside = way.beside {
        let head = geometry.wordsHeight(title: note.title?.count, [], lines: 0)
        return GridFlow.Way(blocks: [max(text, head + beside.height + 18)])
      }
      if !isLong { heights = [text + (heights.first ?? 0)] + heights.dropFirst() }
      return GridFlow.Way(text: isLong ? text : 0, blocks: heights)
    }
    return GridNote(note: note, isLong: isLong, ways: ways, flows: flows)
  }

  private func grid(_ notes: [GridNote], below start: Double?) -> [BookPages.Block] {
    let flow = GridFlow(
      notes.map(\.flows), page: geometry.textHeight - 1, start: start ?? 0)
    return zip(notes, flow.choices).enumerated().map { place, item in
      let (note, way) = item
      var article = Article(note: note.note)
      (article.beside, article.below) = (note.ways[way].beside, note.ways[way].rows)
      article.startsPage = place == 0 && start == nil
      article.isWhole = !note.isLong || article.beside != nil
      article.isSnug =
        article.figures.isEmpty && geometry.isSnug(geometry.wordsHeight(of: note.note))
      return .article(article)
    }
  }

  /// What the height of a row counts, from large photos to small ones.
  private static let weights = [-0.3, -0.1, 0, 0.1, 0.2, 0.3, 0.4, 0.55, 0.7, 1.1]

  /// Rows of modules; every photo takes some of the columns.
  private func modules(
    of photos: [SharedMedium], weight: Double, caption: String?
  ) -> [[BookPages.Figure]] {
    func row(_ range: Range<Int>) -> ModuleRow {
      ModuleRow.best(
        photos[range].map(\.ratio), geometry, isAlone: photos.count == 1, weight: weight)
    }
    let ways = Partition.best(photos.count, most: 3) { row($0).cost }
    var rows = ways.map { range in
      let row = row(range)
      return zip(photos[range], row.columns).map { photo, columns in
        Figure(
          photo: photo, width: geometry.columns(columns), height: geometry.modules(row.rows))
      }
    }
    if !rows.isEmpty { rows[0][0].caption = caption }
    return rows
  }
}
