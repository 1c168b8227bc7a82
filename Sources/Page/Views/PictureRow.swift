internal import Rendering

/// Pictures beside each other.
///
/// Their heights are known before anything is loaded, without styles in the page: by a class for the row, and one for the
/// ratio of each picture (`pictures.css`).
struct PictureRow: Hashable, Sendable {
  /// The class of the row.
  var look = "even"
  var cells: [Cell]

  /// The room of a picture.
  struct Cell: Hashable, Sendable {
    /// Width by height.
    var ratio: Double
    /// Of the width of the row.
    var share: Double
    /// Of the picture, of which the cell cuts off what does not fit.
    var picture: Double

    /// The width of the picture, as the attribute `sizes` says it (`page.css`: a card is 48 rem wide at most).
    var sizes: String {
      let width = min(max(share * max(1, picture / ratio), 0.01), 1)
      let (rem, percent) = (Int((48 * width).rounded(.up)), Int((100 * width).rounded(.up)))
      return "(min-width: 48rem) \(rem)rem, \(percent)vw"
    }
  }

  /// - Parameters:
  ///   - ratios: of the pictures, width by height, in order.
  ///   - isShort: five at most, in one group; else all of them, whole.
  static func rows(_ ratios: [Double], isShort: Bool) -> [PictureRow] {
    guard isShort else { return whole(ratios) }
    return ratios.isEmpty ? [] : [group(ratios)]
  }

  /// The ratio that a picture is shown with, from 0.5 to 3 in tenths; a usual one if its size is unknown.
  static func ratio(width: Int, height: Int) -> Double {
    guard width > 0, height > 0 else { return 1.3 }
    let tenths = (10 * Double(width) / Double(height)).rounded()
    return min(max(tenths, 5), 30) / 10
  }

  /// `r-13` for a ratio of 1.3.
  static func ratioClass(_ ratio: Double) -> String { "r-\(Int((ratio * 10).rounded()))" }

  /// Of a film, which is never shown higher than 4 : 5.
  static func filmClass(width: Int, height: Int) -> String {
    ratioClass(max(0.8, ratio(width: width, height: height)))
  }
}

extension [PictureRow] {
  /// The rows of `media.mustache`.
  ///
  /// - Parameters:
  ///   - count: of all pictures, of which the rows have the first ones.
  ///   - picture: gets the place of a picture, its cell, and how many are not shown after it.
  func views(
    of count: Int, _ picture: (Int, PictureRow.Cell, Int) -> TemplateView
  ) -> TemplateValue {
    let shown = reduce(0) { $0 + $1.cells.count }
    var next = 0
    return .list(
      map { row in
        let photos = row.cells.map { cell in
          next += 1
          return picture(next - 1, cell, next == shown ? count - shown : 0)
        }
        return ["look": .text(row.look), "photos": .list(photos)]
      })
  }
}

// MARK: - Groups

extension PictureRow {
  /// 1 · 2 · 1 + 2 · 2 + 2 · 2 + 3, of which none is higher than 4 : 5.
  static func group(_ ratios: [Double]) -> PictureRow {
    func row(_ look: String, _ cells: [(share: Double, ratio: Double)]) -> PictureRow {
      let cells = zip(cells, ratios).map { cell, picture in
        Cell(ratio: cell.ratio, share: cell.share, picture: picture)
      }
      return PictureRow(look: look, cells: cells)
    }
    switch ratios.count {
    case 1: return single(max(0.8, ratios[0]))
    case 2:
      // Two wide ones lose a little at their sides, or the row would be low.
      let whole = ratios.map { min(max($0, 0.8), 1.5) }
      let sum = whole[0] + whole[1]
      return row("two", whole.map { ($0 / sum, $0 * min(1, 2.3 / sum)) })
    // The cells of these have the ratios that `pictures.css` gives them.
    case 3: return row("three", [(0.67, 0.9), (0.34, 0.9), (0.34, 0.9)])
    case 4: return row("four", Array(repeating: (0.5, 1.2), count: 4))
    default: return row("five", [(0.5, 1.2), (0.5, 1.2), (0.34, 1), (0.34, 1), (0.34, 1)])
    }
  }

  // MARK: - Whole pictures

  /// Of a panorama nothing is cut off.
  private static func single(_ ratio: Double) -> PictureRow {
    PictureRow(
      look: ratio > 1.6 ? "wide" : "one", cells: [Cell(ratio: ratio, share: 1, picture: ratio)])
  }

  /// The sum of the ratios that a row should have.
  private static let rowRatio = 3.2

  /// One alone is large, two share a row, three and more make rows of about the same height.
  private static func whole(_ ratios: [Double]) -> [PictureRow] {
    var rest = ratios[...]
    return lengths(of: ratios).map { length in
      let row = rest.prefix(length)
      rest = rest.dropFirst(length)
      if let only = row.first, length == 1 { return single(only) }
      let width = row.reduce(0, +)
      return PictureRow(cells: row.map { Cell(ratio: $0, share: $0 / width, picture: $0) })
    }
  }

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
}
