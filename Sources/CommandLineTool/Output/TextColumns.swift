internal import SystemCalls

/// Rows of a list that are printed in columns.
enum TextColumns {
  /// Rows in columns; the last one is not padded.
  static func lines(_ rows: [[String]]) -> [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { column < $0.count ? DisplayWidth.of($0[column]) : 0 }.max() ?? 0
    }
    return rows.map { row in
      let last = row.lastIndex { !$0.isEmpty } ?? 0
      return row[...last].enumerated().map { column, cell in
        column == last ? cell : DisplayWidth.pad(cell, to: widths[column])
      }.joined(separator: "  ")
    }
  }
}
