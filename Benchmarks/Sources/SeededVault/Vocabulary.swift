/// The made-up words of a seeded vault, the most frequent first, and a few real ones of other
/// scripts.
package struct Vocabulary: Sendable {
  /// Mixed into the text, about one word in a hundred, all equally often.
  package static let foreignWords = [
    "café", "Kraków", "São", "東京", "公園", "散歩", "Αθήνα", "весна", "🌻", "🎈", "Straße", "Đà",
  ]

  /// Five of them in turn spell no foreign word without its marks: only `café` holds `cafe`.
  private static let syllables = [
    "ba", "de", "gi", "ho", "ju", "li", "mo", "na", "pe", "qui", "ru", "sel", "ta", "ul", "vo",
    "wen", "an", "il", "stro", "gra",
  ]
  private static let size = 20_000
  private static let tagCount = 300

  /// UTF-8, by rank; a short word may stand at several ranks.
  let words: [[UInt8]]
  let foreign: [[UInt8]]
  let tags: [String]
  private let ranks = ZipfRanks(count: Vocabulary.size)
  private let tagRanks = ZipfRanks(count: Vocabulary.tagCount)

  package init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let words = (0..<Self.size).map { _ in
      (0..<random.number(in: 1...4)).map { _ in
        Self.syllables[random.below(Self.syllables.count)]
      }.joined()
    }
    self.words = words.map { Array($0.utf8) }
    foreign = Self.foreignWords.map { Array($0.utf8) }
    tags = (0..<Self.tagCount).map { words[$0 * 7] }
  }

  /// A word that stands in most notes.
  package var commonWord: String { firstWord(fromRank: 10) { $0.count >= 5 } }

  /// A word that stands in about one note of a thousand: low in rank and part of no other word.
  package var rareWord: String {
    firstWord(fromRank: 15_000) { candidate in
      candidate.count >= 9 && words.count(where: { contains(candidate, in: $0) }) == 1
    }
  }

  func drawWord(using random: inout SplitMix64) -> [UInt8] {
    random.below(100) == 0
      ? foreign[random.below(foreign.count)] : words[ranks.draw(using: &random)]
  }

  func drawTag(using random: inout SplitMix64) -> String { tags[tagRanks.draw(using: &random)] }

  private func firstWord(fromRank rank: Int, where suits: ([UInt8]) -> Bool) -> String {
    String(decoding: words[rank...].first(where: suits) ?? words[rank], as: UTF8.self)
  }

  private func contains(_ needle: [UInt8], in word: [UInt8]) -> Bool {
    guard word.count >= needle.count else { return false }
    return (0...(word.count - needle.count)).contains { word[$0...].starts(with: needle) }
  }
}
