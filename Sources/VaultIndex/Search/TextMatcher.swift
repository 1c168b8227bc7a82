/// Finds a needle in texts by their foldings: `cafe` finds `Café`.
///
/// Values are immutable and may be shared by threads; each thread brings its own `FoldingScratch`.
package struct TextMatcher: Sendable {
  package let options: FoldingOptions
  /// Nil if the needle's folding is empty, which matches everywhere.
  let finder: ByteFinder?
  /// Whether the needle's bytes in a text are a match unless a joiner follows.
  private let isNeedlePassive: Bool

  package init(_ needle: String, options: FoldingOptions = FoldingOptions()) {
    self.options = options
    let raw = Array(needle.utf8)
    if raw.allSatisfy({ $0 < 0x80 }) {
      let folded = options.ignoresCase ? raw.map(\.asciiLowercased) : raw
      finder = ByteFinder(folded, ignoresCase: options.ignoresCase)
      isNeedlePassive = true
    } else {
      var folder = TextFolder(options: options)
      raw.withUnsafeBufferPointer { folder.fold($0, 0..<$0.count) }
      let folded = folder.folded.withBytes { Array($0) }
      finder = ByteFinder(folded, ignoresCase: options.ignoresCase)
      isNeedlePassive = folded.withUnsafeBufferPointer { folder.table.isPassive($0) }
    }
  }

  /// Whether the folding of `text` contains that of the needle; always for an empty one.
  ///
  /// Invalid bytes of `text` match nothing. Takes linear time, and for ASCII one pass at the speed of memory.
  package func contains(
    _ text: UnsafeBufferPointer<UInt8>, scratch: inout FoldingScratch
  ) -> Bool {
    guard let finder else { return true }
    var match = -1
    if isNeedlePassive {
      var seen: UInt8 = 0
      match = finder.firstMatch(in: text, from: 0, seen: &seen)
      if match >= 0 {
        let end = match + finder.needle.count
        if end == text.count || text[end] < 0x80 { return true }
      } else if seen < 0x80 {
        return false
      }
    } else if firstNonASCII(in: text, from: 0) == text.count {
      return false
    }
    return scratch.withFolder(for: finder, options) { folder in
      isFollowedPassively(finder, text, at: match, folder: &folder)
        || folder.contains(finder, in: text)
    }
  }

  /// Whether the match at `match`, or a later one, is not followed by a joiner.
  ///
  /// Matches followed by joiners cannot overlap, since the needle has no joiners.
  private func isFollowedPassively(
    _ finder: ByteFinder, _ text: UnsafeBufferPointer<UInt8>, at match: Int,
    folder: inout TextFolder
  ) -> Bool {
    var match = match
    while match >= 0 {
      let end = match + finder.needle.count
      guard end < text.count else { return true }
      let next = TextScalar(in: text, at: end)
      if !folder.table.entry(of: next.value).isJoiner { return true }
      match = finder.firstMatch(in: text, from: match + 1)
    }
    return false
  }
}

/// Which differences are ignored when texts are compared.
package struct FoldingOptions: Hashable, Sendable {
  package var ignoresCase: Bool
  /// Covers stroked letters (`ø`), accents of Latin, Greek and Cyrillic letters, Arabic harakat, Hebrew points, and
  /// apostrophes and hyphens that keyboards lack (`’`).
  package var ignoresAccents: Bool

  package init(ignoresCase: Bool = true, ignoresAccents: Bool = true) {
    self.ignoresCase = ignoresCase
    self.ignoresAccents = ignoresAccents
  }
}

extension FoldingOptions {
  /// The folded text, for comparing whole values: two texts are equal if their foldings are.
  ///
  /// Applies compatibility forms and full case folding, removes accents and strokes, and composes the rest. Bytes that
  /// are not UTF-8 become 0xFF.
  package func fold(_ text: String) -> String {
    let folded = Array(text.utf8).withUnsafeBufferPointer { text in
      guard firstNonASCII(in: text, from: 0) < text.count else {
        return ignoresCase ? text.map(\.asciiLowercased) : Array(text)
      }
      var folder = TextFolder(options: self)
      folder.fold(text, 0..<text.count)
      return folder.folded.withBytes { Array($0) }
    }
    return String(decoding: folded, as: UTF8.self)
  }
}

/// Reusable buffers of one thread for folding, so that texts need no allocations.
package struct FoldingScratch {
  /// Made for the first text that is not ASCII, one for each of the first needles.
  private var folders: [TextFolder] = []

  /// A folder is a quarter of a megabyte; needles beyond these share the last one.
  private static let limit = 8

  package init() {}

  /// Calls `body` with the folder for a needle.
  mutating func withFolder<Result>(
    for finder: ByteFinder, _ options: FoldingOptions, _ body: (inout TextFolder) -> Result
  ) -> Result {
    body(&folders[index(for: finder, options)])
  }

  private mutating func index(for finder: ByteFinder, _ options: FoldingOptions) -> Int {
    if let index = folders.firstIndex(where: { $0.finder === finder }) { return index }
    if folders.count < Self.limit {
      folders.append(TextFolder(options: options, finder: finder))
    } else if let last = folders.last, last.finder != nil || last.options != options {
      folders[folders.count - 1] = TextFolder(options: options)
    }
    return folders.count - 1
  }
}
