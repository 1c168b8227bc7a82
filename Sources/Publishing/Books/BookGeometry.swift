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
      case .grid: (13, 14, 20, 12)
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
  func columns(_ count: Int) -> Double {
    let column = (textWidth - 5 * gap) / 6
    return column * Double(count) + gap * Double(count - 1)
  }

  // MARK: - Estimates

  /// About how high the words of a note are; no promise, since the reader's fonts decide.
  ///
  /// - Parameters:
  ///   - paragraphs: the characters of each.
  ///   - lines: other lines, such as those who were there.
  func wordsHeight(_ paragraphs: [Int], lines: Int) -> Double {
    // Characters of a millimetre of a line, the height of a line, and what day and title take.
    let (characters, line, head): (Double, Double, Double) =
      switch layout {
      case .classic: (0.60, 5.4, 22)
      case .modern: (0.60, 4.9, 22)
      case .playful: (0.52, 5.4, 27)
      case .grid: (0.62, 4.2, 6)
      }
    let width = layout == .grid ? columns(4) : min(textWidth, 112 * fontScale)
    let rows = paragraphs.reduce(0) { sum, count in
      sum + max(1, Int((Double(count) / (width * characters / fontScale)).rounded(.up)))
    }
    return (head + Double(rows + lines) * line) * fontScale
  }

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
