package import Journal

/// The page of a book: paper, margins and what fits on it, in millimetres.
package struct BookGeometry: Hashable, Sendable {
  package let layout: BookLayout
  package let width: Double
  package let height: Double
  package let top: Double
  package let bottom: Double
  /// At the fold, and at the edge.
  package let inner: Double
  package let outer: Double
  /// Between photos.
  package let gap: Double
  /// How much larger than on A5 margins are; 1 at least.
  private let scale: Double

  /// How far photos that fill a page go beyond its edges, so that none of the paper shows where it is cut.
  package static let bleed = 4.0

  package init(_ layout: BookLayout, _ paper: BookPaper) {
    self.layout = layout
    (width, height) = paper.size
    scale = min(width / 148, 1.35)
    let margins: (top: Double, inner: Double, bottom: Double, outer: Double) =
      switch layout {
      case .classic: (20, 19, 26, 17)
      // Alike on both sides: photos that go to the edge are placed by them.
      case .modern: (15, 14, 24, 14)
      case .playful: (15, 15, 22, 15)
      case .grid: (13, 14, 18, 12)
      }
    (top, inner) = (margins.top * scale, margins.inner * scale)
    (bottom, outer) = (margins.bottom * scale, margins.outer * scale)
    gap =
      switch layout {
      case .classic: 5
      case .modern, .grid: 2.5
      case .playful: 6
      }
  }

  package var textWidth: Double { width - inner - outer }
  package var textHeight: Double { height - top - bottom }

  /// The width that rows of photos may have: frames and tilted corners need some.
  var rowWidth: Double {
    switch layout {
    case .classic: textWidth - 4
    case .playful: textWidth - 8
    case .modern, .grid: textWidth
    }
  }

  /// How much of a photo is seen where it fills a page.
  func shown(_ ratio: Double) -> Double {
    let page = width / height
    return min(ratio, page) / max(ratio, page)
  }

  /// The width of so many of the six columns of a grid.
  func columns(_ count: Int) -> Double { modules(Double(count)) }

  /// The height of so many modules, which are as high as a column is wide; halves are allowed.
  func modules(_ count: Double) -> Double {
    let column = (textWidth - 5 * gap) / 6
    return column * count + gap * (count - 1)
  }

  // MARK: - Estimates

  /// The type of a layout on A5, in millimetres.
  private struct TypeSizes {
    /// Characters of a millimetre of a line, the height of a line, and what is between paragraphs.
    var characters: Double
    var line: Double
    var gap: Double
    /// The same for titles, with the day and what is around both.
    var titleCharacters: Double
    var titleLine: Double
    var head: Double
  }

  private var type: TypeSizes {
    switch layout {
    case .classic:
      TypeSizes(
        characters: 0.66, line: 5.31, gap: 0, titleCharacters: 0.38, titleLine: 6.9, head: 11)
    case .modern:
      TypeSizes(
        characters: 0.65, line: 4.8, gap: 1.8, titleCharacters: 0.31, titleLine: 6.6, head: 10)
    case .playful:
      TypeSizes(
        characters: 0.57, line: 5.2, gap: 2.1, titleCharacters: 0.26, titleLine: 7.5, head: 11)
    case .grid:
      TypeSizes(
        characters: 0.645, line: 4.35, gap: 1.8, titleCharacters: 0.5, titleLine: 4.3, head: 6)
    }
  }

  /// About how high the words of a note are; no promise, since the reader's fonts decide.
  ///
  /// - Parameters:
  ///   - title: its characters; nil without one.
  ///   - paragraphs: the characters of each, and of each item of a list.
  ///   - gaps: between paragraphs.
  ///   - lines: other lines, such as those who were there.
  func wordsHeight(title: Int?, _ paragraphs: [Int], gaps: Int = 0, lines: Double) -> Double {
    let (type, isGrid) = (type, layout == .grid)
    func rows(_ count: Int, _ width: Double, _ characters: Double) -> Double {
      max(1, (Double(count) / (width * characters / fontScale)).rounded(.up))
    }
    let width = isGrid ? columns(4) : min(textWidth, 112 * fontScale)
    let text = paragraphs.reduce(0) { sum, count in
      sum + rows(count, width, type.characters) * type.line
    }
    let titleWidth = isGrid ? columns(2) : width
    let head =
      type.head
      + (title.map { rows($0, titleWidth, type.titleCharacters) } ?? 0) * type.titleLine
    let body = text + Double(gaps) * type.gap + lines * type.line
    // Day and title of a grid stand beside the text.
    return (isGrid ? max(head, body) : head + body) * fontScale
  }

  /// About what the heading of a chapter takes where notes follow on its page.
  var headingHeight: Double { layout == .grid ? 18 * fontScale : 0 }

  /// How much of the last page a text leaves free that begins so far below the head of a page.
  func roomBelow(_ words: Double, from start: Double = 0) -> Double {
    let rest = (start + words).truncatingRemainder(dividingBy: textHeight)
    return textHeight - rest
  }

  /// Whether the last page of a text would have a few lines alone, which a smaller type saves.
  func isSnug(_ words: Double, from start: Double = 0) -> Bool {
    start + words > textHeight && roomBelow(words, from: start) > textHeight * 0.84
  }

  /// Whether a title is set smaller: a long one, or one with a word that does not fit a narrow line.
  static func isLong(_ title: String) -> Bool {
    title.count > 64 || title.split(separator: " ").contains { $0.count > 19 }
  }

  /// The characters of a millimetre of a line of text on A5.
  var characters: Double { type.characters }

  /// How much larger than on A5 the type is.
  package var fontScale: Double { 1 + (scale - 1) * 0.45 }
}

/// A length for a style sheet, with two digits: `12.5mm`.
func millimetres(_ length: Double) -> String {
  let hundredths = Int((length * 100).rounded())
  let (whole, rest) = (abs(hundredths) / 100, abs(hundredths) % 100)
  let digits =
    rest == 0 ? "" : rest < 10 ? ".0\(rest)" : rest % 10 == 0 ? ".\(rest / 10)" : ".\(rest)"
  return "\(hundredths < 0 ? "-" : "")\(whole)\(digits)mm"
}
