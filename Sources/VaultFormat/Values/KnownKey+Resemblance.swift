extension KnownKey {
  /// The name that someone who wrote `name` may have meant: the same but for case, `-` or `_`, or
  /// one slip away.
  ///
  /// Nil for a known name, and for one that is like none.
  ///
  /// A letter in place of another counts from six letters on: short words of people's own, such as `rate`,
  /// are that near to known ones by chance.
  package static func resembling(_ name: String) -> String? {
    guard name.utf8.count <= longestName, named(name) == nil else { return nil }
    let plain = plain(name)
    let names = allCases.flatMap(\.names)
    return names.first { Self.plain($0) == plain }
      ?? names.first { $0.utf8.count > 3 && isOneSlip(plain, Self.plain($0)) }
  }

  /// Far above any known name, so that a comparison costs little whatever it is given.
  private static let longestName = 32

  private static func plain(_ name: String) -> [Character] {
    name.lowercased().filter { $0 != "-" && $0 != "_" }.map { $0 }
  }

  /// A letter too many or too few, two exchanged, or one in place of another.
  private static func isOneSlip(_ a: [Character], _ b: [Character]) -> Bool {
    let start = zip(a, b).prefix { $0 == $1 }.count
    let (restOfA, restOfB) = (a[start...], b[start...])
    switch a.count - b.count {
    case 1: return restOfA.dropFirst() == restOfB
    case -1: return restOfA == restOfB.dropFirst()
    case 0:
      guard restOfA.count > 0 else { return true }
      if restOfA.dropFirst() == restOfB.dropFirst() { return b.count >= 6 }
      let isSwapped = restOfA.prefix(2).elementsEqual(restOfB.prefix(2).reversed())
      return isSwapped && restOfA.dropFirst(2) == restOfB.dropFirst(2)
    default: return false
    }
  }
}
