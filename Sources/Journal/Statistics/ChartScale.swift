/// Where the bars of a chart stand, in a picture of 640 by 200.
struct ChartScale {
  static let left = 8.0
  static let right = 632.0
  static let width = right - left
  private static let top = 28.0
  private static let bottom = 168.0

  /// The height of the baseline.
  let zero: Double
  let barWidth: Double
  private let slot: Double
  /// The greatest magnitude, by which values are divided before anything is added to them: their sum may be infinite.
  private let unit: Double
  /// The height of the greatest magnitude.
  private let unitHeight: Double

  /// - Parameter values: finite.
  init(_ values: [Double?]) {
    let known = values.compactMap(\.self)
    let (least, greatest) = (min(0, known.min() ?? 0), max(0, known.max() ?? 0))
    unit = max(-least, greatest, .leastNonzeroMagnitude)
    unitHeight = (Self.bottom - Self.top) / max(greatest / unit - least / unit, 1)
    zero = Self.bottom + least / unit * unitHeight
    slot = Self.width / Double(max(1, values.count))
    barWidth = min(slot - min(4, slot / 5), 64)
  }

  func center(of index: Int) -> Double { Self.left + (Double(index) + 0.5) * slot }

  func left(of index: Int) -> Double { center(of: index) - barWidth / 2 }

  /// At least one unit from the baseline, unless the value is 0.
  func y(of value: Double) -> Double {
    let height = value / unit * unitHeight
    if value == 0 { return zero }
    return value > 0 ? zero - max(1, height) : zero - min(-1, height)
  }
}
