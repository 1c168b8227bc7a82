/// The notes of a seeded vault, oldest first: sixteen years from 2010 on, however many they are.
///
/// 3 % are pinned, each has up to four tags, 5 % have a media folder with one file of about 2 KB.
package struct SeededNotes: Sequence, IteratorProtocol, Sendable {
  /// Changes whenever the same arguments give other bytes, so that old vaults are not measured.
  package static let edition = 1
  /// Gives files of about 1 KB on average.
  package static let defaultMedian = 545
  package static let defaultSeed: UInt64 = 7

  private static let start = 1_262_332_800 + 8 * 3600
  private static let span = 16 * 365 * 86_400
  private static let slugLength = 40
  /// As many entries as chances: 2 of 7 notes have no tag.
  private static let tagCounts = [0, 0, 1, 1, 2, 3, 4]

  private let vocabulary: Vocabulary
  private let sizes: LogNormalSizes
  private let count: Int
  private let folders: Int?
  private var random: SplitMix64
  private var made = 0
  private var seconds = Double(SeededNotes.start)

  /// - Parameters:
  ///   - median: of the text's size in bytes, before the last paragraph and the front matter.
  ///   - folders: about how many folders hold the notes, numbered ones in those of the months; nil for the
  ///     months alone.
  package init(
    count: Int, median: Int = SeededNotes.defaultMedian, seed: UInt64 = SeededNotes.defaultSeed,
    folders: Int? = nil
  ) {
    vocabulary = Vocabulary(seed: seed)
    sizes = LogNormalSizes(median: median)
    random = SplitMix64(seed: seed ^ 0xA5A5_5A5A_0F0F_F0F0)
    self.count = count
    self.folders = folders
  }

  package mutating func next() -> SeededNote? {
    guard made < count else { return nil }
    seconds += (0.2 + 1.6 * random.fraction()) * Double(Self.span) / Double(count)
    let created = UTCTime(seconds: Int(seconds))
    var title: [UInt8] = []
    appendWords(random.number(in: 2...6), to: &title)
    let stem = "\(created.date)-\(slug(of: title))-\(made)"
    var bytes = frontMatter(created: created)
    bytes += Array("\n# ".utf8) + title + Array("\n".utf8)
    appendParagraphs(to: &bytes)
    let media = random.below(100) < 5 ? drawMedia() : nil
    let folder = folders.map { "\(created.folder)/\(made * $0 / count)" } ?? created.folder
    made += 1
    return SeededNote(folder: folder, stem: stem, bytes: bytes, media: media)
  }

  private mutating func frontMatter(created: UTCTime) -> [UInt8] {
    let changed = random.below(4) == 0 ? random.number(in: 60...1_000_000) : 0
    let updated = UTCTime(seconds: created.seconds + changed)
    var text = "---\nid: \(drawID())\n"
    text += "created: \(created.timestamp)\nupdated: \(updated.timestamp)\n"
    if random.below(100) < 3 { text += "pinned: true\n" }
    var tags: Set<String> = []
    for _ in 0..<Self.tagCounts[random.below(Self.tagCounts.count)] {
      tags.insert(vocabulary.drawTag(using: &random))
    }
    if !tags.isEmpty { text += "tags: [\(tags.sorted().joined(separator: ", "))]\n" }
    return Array("\(text)---\n".utf8)
  }

  private mutating func appendParagraphs(to bytes: inout [UInt8]) {
    let size = sizes.draw(using: &random)
    let start = bytes.count
    while bytes.count - start < size {
      bytes.append(UInt8(ascii: "\n"))
      appendWords(random.number(in: 8...60), to: &bytes)
      bytes += [UInt8(ascii: "."), UInt8(ascii: "\n")]
    }
  }

  private mutating func appendWords(_ count: Int, to bytes: inout [UInt8]) {
    for index in 0..<count {
      if index > 0 { bytes.append(UInt8(ascii: " ")) }
      bytes += vocabulary.drawWord(using: &random)
    }
  }

  /// A random UUID (version 4).
  private mutating func drawID() -> String {
    let high = random.next() & ~0xF000 | 0x4000
    let low = random.next() & ~(0xC000 << 48) | (0x8000 << 48)
    let digits = Array(hexadecimal(high, 16) + hexadecimal(low, 16))
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
      .joined(separator: "-")
  }

  private mutating func drawMedia() -> SeededMedia {
    let name = "\(hexadecimal(random.next() >> 32, 8)).jpg"
    var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]
    for _ in 0..<250 {
      withUnsafeBytes(of: random.next().littleEndian) { bytes.append(contentsOf: $0) }
    }
    return SeededMedia(name: name, bytes: bytes)
  }

  /// Letters and digits of ASCII in lower case, a hyphen for each other character.
  private func slug(of title: [UInt8]) -> String {
    var slug: [UInt8] = []
    for byte in title where byte & 0xC0 != 0x80 {
      switch byte | 0x20 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): slug.append(byte | 0x20)
      default: slug.append(UInt8(ascii: "-"))
      }
    }
    let hyphen = UInt8(ascii: "-")
    let trimmed = slug.drop { $0 == hyphen }.prefix(Self.slugLength)
    let end = trimmed.lastIndex { $0 != hyphen }.map { $0 + 1 } ?? trimmed.startIndex
    let kept = trimmed[..<end]
    return kept.isEmpty ? "note" : String(decoding: kept, as: UTF8.self)
  }
}

private func hexadecimal(_ number: UInt64, _ width: Int) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
