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

  /// The width of a picture on the page, as the attribute `sizes` says it (`page.css`: a line is 38 rem wide at most).
  ///
  /// - Parameter share: of the row's width.
  static func sizes(share: Double) -> String {
    let share = min(max(share, 0.01), 1)
    return
      "(min-width: 40rem) \(Int((38 * share).rounded(.up)))rem, \(Int((100 * share).rounded(.up)))vw"
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
