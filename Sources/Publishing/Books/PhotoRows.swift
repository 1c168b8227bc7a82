/// Photos in rows, each row as wide as the others where that fits, cropped no more than they may be.
///
/// Of all ways to break them into rows the one with the largest photos is taken: their areas are multiplied, so that a
/// large one does not make up for tiny ones.
package struct PhotoRows: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    /// Of the photos.
    package var photos: Range<Int>
    package var height: Double
    /// The width of a photo that is as wide as high; others are wider or narrower by their ratio.
    package var unit: Double
  }

  package let rows: [Row]
  /// With the gaps between the rows.
  package let height: Double
  /// How much of the most cropped photo is seen; 1 if all are whole.
  package let shown: Double

  /// More photos are not arranged at once: their ways are too many.
  package static let most = 8
  /// A way with fewer rows is taken if the other is not larger by so much.
  private static let gain = 1.02

  /// - Parameters:
  ///   - ratios: width by height of each photo, eight at most, all above zero.
  ///   - width: of the rows.
  ///   - room: the height that all rows may have.
  ///   - mostInRow: the photos of a row.
  ///   - least: how much of a photo has to be seen; where that is too much for the room, rows are narrower.
  ///   - isFilling: whether rows take all of the room, with photos cropped at their sides if need be.
  package init(
    _ ratios: [Double], width: Double, room: Double, gap: Double, mostInRow: Int = 3,
    least: Double = 1, isFilling: Bool = false
  ) {
    let ratios = Array(ratios.prefix(Self.most))
    var best: (score: Double, shown: Double, rows: [Row])?
    for breaks in 0..<(ratios.isEmpty ? 0 : 1 << (ratios.count - 1)) {
      let parts = Self.parts(of: ratios.count, breaks)
      guard parts.allSatisfy({ $0.count <= mostInRow }) else { continue }
      let sums = parts.map { ratios[$0].reduce(0, +) }
      let units = zip(parts, sums).map { (width - gap * Double($0.count - 1)) / $1 }
      let free = max(room - gap * Double(parts.count - 1), 1)
      let stretch = free / units.reduce(0, +)
      let factor = isFilling ? stretch : min(1 / least, stretch)
      let narrow = isFilling ? 1 : min(1, factor / least)
      let shown = min(factor, narrow) / max(factor, narrow)
      let score = zip(parts, units).reduce(1) { score, row in
        ratios[row.0].reduce(score) { $0 * $1 * row.1 * row.1 * factor * narrow * shown * shown }
      }
      guard best.map({ score > $0.score * Self.gain }) ?? true else { continue }
      best = (
        score, shown,
        zip(parts, units).map { Row(photos: $0, height: $1 * factor, unit: $1 * narrow) }
      )
    }
    rows = best?.rows ?? []
    shown = best?.shown ?? 1
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
