/// How dark a month or day is in the scrubber and the calendar.
enum CountLevel {
  /// 0 to 4, of the largest; by halves, since a few days have most notes.
  static func level(_ count: Int, of most: Int) -> Int {
    guard count > 0 else { return 0 }
    var (level, bound) = (4, max(most, 1))
    while level > 1, count <= bound / 2 { (level, bound) = (level - 1, bound / 2) }
    return level
  }
}
