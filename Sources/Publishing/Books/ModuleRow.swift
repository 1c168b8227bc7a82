/// A row of photos of a grid, in modules: all are as high, and each is some columns wide.
struct ModuleRow: Hashable, Sendable {
  let columns: [Int]
  let rows: Double
  /// What is cut off, and the height.
  let cost: Double

  private typealias Shape = (columns: [Int], rows: Double)

  /// Of one photo among others, and of the only one of a note.
  private static let single = shapes([[6]], 2...4.5)
  private static let alone = single + shapes([[4]], 2.5...5) + shapes([[3], [2]], 2...4)
  private static let pairs = shapes([[3, 3], [4, 2], [2, 4], [2, 2]], 1.5...4)
  private static let triples = shapes([[2, 2, 2]], 1.5...3.5)

  private static func shapes(_ columns: [[Int]], _ rows: ClosedRange<Double>) -> [Shape] {
    columns.flatMap { columns in
      stride(from: rows.lowerBound, through: rows.upperBound, by: 0.5).map { (columns, $0) }
    }
  }

  /// - Parameters:
  ///   - ratios: of one to three photos.
  ///   - isAlone: whether the note has no other photo.
  ///   - weight: what a module of the height counts against what is cut off; below zero for large photos.
  static func best(
    _ ratios: [Double], _ geometry: BookGeometry, isAlone: Bool, weight: Double = 0.22
  ) -> Self {
    let shapes =
      ratios.count == 1 ? isAlone ? alone : single : ratios.count == 2 ? pairs : triples
    let ways = shapes.map { columns, rows in
      let height = geometry.modules(rows)
      let cut = zip(ratios, columns).reduce(0) { sum, photo in
        let cell = geometry.columns(photo.1) / height
        let hidden = 1 - min(cell, photo.0) / max(cell, photo.0)
        return sum + 8 * hidden * hidden + (hidden > 0.4 ? 9 : 0)
      }
      return Self(columns: columns, rows: rows, cost: cut + weight * rows)
    }
    return ways.min { $0.cost < $1.cost } ?? Self(columns: [6], rows: 4, cost: 0)
  }
}
