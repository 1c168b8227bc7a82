package import VaultFormat

extension VaultIndex {
  /// The number of notes of each day that has any, by `CalendarDay.number`.
  package var dayCounts: [Int: Int] {
    var counts: [Int: Int] = [:]
    // Nearly all notes are of these days, about 1833 to 2106: an array is faster than a dictionary.
    let usual = -50_000..<50_000
    var usualCounts = [Int](repeating: 0, count: usual.count)
    forEachPosition { _, note in
      let day = note.date.dayNumber
      if usual.contains(day) {
        usualCounts[day - usual.lowerBound] += 1
      } else {
        counts[day, default: 0] += 1
      }
    }
    for (offset, count) in usualCounts.enumerated() where count > 0 {
      counts[usual.lowerBound + offset] = count
    }
    return counts
  }

  /// The notes of a kind, in no particular order.
  package func positions(of kind: PageKind) -> [Position] {
    var positions: [Position] = []
    forEachPosition { position, note in
      if note.flags.kind == kind { positions.append(position) }
    }
    return positions
  }
}
