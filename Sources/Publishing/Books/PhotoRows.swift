/// Photos in rows, each row as wide as the others where that fits, none of them cropped.
///
/// Of all ways to break them into rows the one with the largest photos is taken.
package struct PhotoRows: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    /// Of the photos.
    package var photos: Range<Int>
    package var height: Double
  }

  package let rows: [Row]
  /// With the gaps between the rows.
  package let height: Double

  /// More photos are not arranged at once: their ways are too many.
  package static let most = 8
  /// A way with fewer rows is taken if the other is not larger by so much.
  private static let gain = 1.02

  /// - Parameters:
  ///   - ratios: width by height of each photo, eight at most, all above zero.
  ///   - width: of the rows.
  ///   - room: the height that all rows may have.
  ///   - mostInRow: the photos of a row.
  package init(
    _ ratios: [Double], width: Double, room: Double, gap: Double, mostInRow: Int = 3
  ) {
    let ratios = Array(ratios.prefix(Self.most))
    var best: (area: Double, rows: [Row])?
    guard !ratios.isEmpty else {
      (rows, height) = ([], 0)
      return
    }
    for breaks in 0..<(1 << (ratios.count - 1)) {
      let parts = Self.parts(of: ratios.count, breaks)
      guard parts.allSatisfy({ $0.count <= mostInRow }) else { continue }
      let sums = parts.map { ratios[$0].reduce(0, +) }
      let heights = zip(parts, sums).map { (width - gap * Double($0.count - 1)) / $1 }
      let free = max(room - gap * Double(parts.count - 1), 1)
      let factor = min(1, free / heights.reduce(0, +))
      let area = zip(heights, sums).reduce(0) { $0 + $1.0 * $1.0 * factor * factor * $1.1 }
      let isLarger = best.map { area > $0.area * Self.gain } ?? true
      guard isLarger else { continue }
      best = (area, zip(parts, heights).map { Row(photos: $0, height: $1 * factor) })
    }
    rows = best?.rows ?? []
    height = rows.reduce(0) { $0 + $1.height } + gap * Double(max(rows.count - 1, 0))
  }

  /// - Parameter breaks: a bit for each place between two photos at which a row ends.
  private static func parts(of count: Int, _ breaks: Int) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = 0
    for place in 1...count where place == count || breaks >> (place - 1) & 1 == 1 {
      parts.append(start..<place)
      start = place
    }
    return parts
  }
}
