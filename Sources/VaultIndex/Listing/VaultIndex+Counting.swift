package import VaultFormat

extension VaultIndex {
  /// The number of notes of each day that has any, by `CalendarDay.number`.
  package var dayCounts: [Int: Int] {
    var counts: [Int: Int] = [:]
    // Nearly all notes are of these days, about 1833 to 2106: an array of those that occur is faster than a dictionary.
    let usual = -50_000..<50_000
    var (first, last) = (usual.upperBound, usual.lowerBound)
    forEachPosition { _, note in
      let day = note.date.dayNumber
      if usual.contains(day) {
        (first, last) = (min(first, day), max(last, day))
      } else {
        counts[day, default: 0] += 1
      }
    }
    guard first <= last else { return counts }
    var usualCounts = [Int](repeating: 0, count: last - first + 1)
    forEachPosition { _, note in
      let day = note.date.dayNumber
      if usual.contains(day) { usualCounts[day - first] += 1 }
    }
    for (offset, count) in usualCounts.enumerated() where count > 0 {
      counts[first + offset] = count
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
