/// The edit distance of two words.
enum EditDistance {
  /// Insertions, deletions, substitutions and transpositions of neighbours (optimal string alignment).
  static func between(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a), Array(b))
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        let change = a[i] == b[j] ? 0 : 1
        var best = min(last[j] + change, last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, beforeLast[j - 1] + 1)
        }
        row.append(best)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }

  /// The words similar to `word`, nearest first, three at most.
  static func suggestions(for word: String, among words: [String]) -> [String] {
    let limit = word.count <= 4 ? 1 : word.count <= 7 ? 2 : 3
    var ranked: [(distance: Int, word: String)] = []
    // Longer words are not typing errors, and cost time.
    guard word.count <= 40 else { return [] }
    for candidate in words {
      let isBeginning = word.count >= 2 && candidate.hasPrefix(word)
      let distance = isBeginning ? 0 : between(word, candidate)
      if distance <= limit, distance < candidate.count { ranked.append((distance, candidate)) }
    }
    let nearest = ranked.map(\.distance).min() ?? 0
    return ranked.filter { $0.distance <= nearest }.map(\.word).prefix(3).map { $0 }
  }
}
