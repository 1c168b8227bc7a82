/// A word diff of two versions of a text, for display.
///
/// Compares lines first, and words only within lines that differ, so that ordinary texts take no longer than
/// `LineDiff`.
package struct WordDiff: Sendable {
  package enum Part: Hashable, Sendable {
    case same(String)
    case removed(String)
    case added(String)
  }

  /// Adjacent lines that differ, with one line of context before and after them.
  package struct Hunk: Sendable {
    /// The number of its first line in the new text, from 1.
    package var line: Int
    /// The text of the hunk, including line endings.
    package var parts: [Part]
  }

  /// The hunks in order; empty if the texts are equal, apart from the line ending of the last line.
  package let hunks: [Hunk]

  package init(from old: [UInt8], to new: [UInt8]) {
    var table = LineTable()
    let texts = (table.text(old), table.text(new))
    let partners = LineDiff(from: texts.0.numbers, to: texts.1.numbers).partners
    hunks = Self.groups(Self.regions(partners, texts.1.count)).map {
      Self.hunk($0, from: texts.0, to: texts.1)
    }
  }

  /// Ranges of both texts that have nothing in common.
  private struct Region {
    /// What both have before it, in the new text.
    var before: Range<Int>
    var old: Range<Int>
    var new: Range<Int>
  }

  private static func regions(_ partners: [Int], _ newCount: Int) -> [Region] {
    var regions: [Region] = []
    var (old, new) = (0, 0)
    for index in 0...partners.count {
      let partner = index < partners.count ? partners[index] : newCount
      guard partner >= 0 else { continue }
      if old < index || new < partner {
        regions.append(
          Region(
            before: (regions.last?.new.upperBound ?? 0)..<new, old: old..<index,
            new: new..<max(new, partner)))
      }
      (old, new) = (index + 1, partner + 1)
    }
    return regions
  }

  /// Groups regions whose lines of context touch.
  private static func groups(_ regions: [Region]) -> [[Region]] {
    var groups: [[Region]] = []
    for region in regions {
      if let last = groups.last?.last, region.new.lowerBound - last.new.upperBound <= 2 {
        groups[groups.count - 1].append(region)
      } else {
        groups.append([region])
      }
    }
    return groups
  }

  private static func hunk(
    _ regions: [Region], from old: LineTable.Text, to new: LineTable.Text
  ) -> Hunk {
    func text(_ lines: Range<Int>, _ text: LineTable.Text) -> String {
      String(decoding: lines.flatMap { text.line($0) }, as: UTF8.self)
    }
    var parts: [Part] = []
    let start = max(0, (regions.first?.new.lowerBound ?? 0) - 1)
    var shown = start
    for region in regions {
      append(.same(text(shown..<region.new.lowerBound, new)), to: &parts)
      compare(text(region.old, old), text(region.new, new), into: &parts)
      shown = region.new.upperBound
    }
    append(.same(text(shown..<min(new.count, shown + 1), new)), to: &parts)
    return Hunk(line: start + 1, parts: parts)
  }

  private static func append(_ part: Part, to parts: inout [Part]) {
    switch (part, parts.last) {
    case (.same(let text), _) where text.isEmpty: return
    case (.removed(let text), _) where text.isEmpty: return
    case (.added(let text), _) where text.isEmpty: return
    case (.same(let text), .same(let last)?): parts[parts.count - 1] = .same(last + text)
    default: parts.append(part)
    }
  }
}

// MARK: - Words

extension WordDiff {
  private static func compare(_ old: String, _ new: String, into parts: inout [Part]) {
    let (oldWords, newWords) = (words(of: old), words(of: new))
    var known: [Substring: Int] = [:]
    func numbers(_ words: [Substring]) -> [Int] {
      words.map { word in
        if let number = known[word] { return number }
        known[word] = known.count
        return known.count - 1
      }
    }
    let (oldNumbers, newNumbers) = (numbers(oldWords), numbers(newWords))
    let partners = LineDiff(from: oldNumbers, to: newNumbers).partners
    let regions = joined(regions(partners, newWords.count), oldWords)
    for region in regions {
      append(.same(newWords[region.before].joined()), to: &parts)
      append(.removed(oldWords[region.old].joined()), to: &parts)
      append(.added(newWords[region.new].joined()), to: &parts)
    }
    append(.same(newWords[(regions.last?.new.upperBound ?? 0)...].joined()), to: &parts)
  }

  /// Joins changes with only a blank between them, which reads better in a sentence.
  private static func joined(_ regions: [Region], _ old: [Substring]) -> [Region] {
    var result: [Region] = []
    for region in regions {
      if let last = result.last, region.before.count == 1,
        last.old.upperBound < region.old.lowerBound, old[last.old.upperBound] == " "
      {
        result[result.count - 1].old = last.old.lowerBound..<region.old.upperBound
        result[result.count - 1].new = last.new.lowerBound..<region.new.upperBound
      } else {
        result.append(region)
      }
    }
    return result
  }

  /// Splits a text into runs of letters and digits, runs of blanks, and single other characters.
  ///
  /// Characters of scripts written without blanks are single too.
  private static func words(of text: String) -> [Substring] {
    var words: [Substring] = []
    var start = text.startIndex
    var kind = Kind.single
    for index in text.indices {
      let next = Kind(text[index])
      if index > start, next == .single || next != kind {
        words.append(text[start..<index])
        start = index
      }
      kind = next
    }
    if start < text.endIndex { words.append(text[start...]) }
    return words
  }

  private enum Kind {
    case word, blank, single

    init(_ character: Character) {
      if character == " " || character == "\t" {
        self = .blank
      } else if let first = character.unicodeScalars.first,
        first.properties.isAlphabetic || first.properties.numericType != nil,
        !Self.isWrittenWithoutBlanks(first)
      {
        self = .word
      } else {
        self = .single
      }
    }

    private static func isWrittenWithoutBlanks(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      // Thai to Tibetan, Myanmar, Khmer; kana and Han with their extensions.
      case 0x0E00...0x0FFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0x31FF, 0x3400...0x9FFF,
        0xF900...0xFAFF, 0x20000...0x3FFFD:
        true
      default: false
      }
    }
  }
}
