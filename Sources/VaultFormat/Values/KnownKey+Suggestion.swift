extension KnownKey {
  /// The known name that `name` is probably a misspelling of: one that differs only in case, `-` or `_`, or by one
  /// edit.
  ///
  /// Nil if `name` is known, or is not similar to a known name. A replaced letter counts only in names of six letters
  /// or more: shorter words, such as `rate`, often resemble a known name by chance.
  package static func suggestion(for name: String) -> String? {
    guard name.utf8.count <= longestName, named(name) == nil else { return nil }
    let plain = plain(name)
    let names = allCases.flatMap(\.names)
    return names.first { Self.plain($0) == plain }
      ?? names.first { $0.utf8.count > 3 && isOneEdit(plain, Self.plain($0)) }
  }

  /// Well above the length of any known name; keeps comparisons cheap for any input.
  private static let longestName = 32

  private static func plain(_ name: String) -> [Character] {
    name.lowercased().filter { $0 != "-" && $0 != "_" }.map { $0 }
  }

  /// Whether two names differ by an inserted, removed or replaced letter, or by two swapped letters.
  private static func isOneEdit(_ a: [Character], _ b: [Character]) -> Bool {
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
