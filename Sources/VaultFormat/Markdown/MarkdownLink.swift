/// A link in a Markdown text.
package struct MarkdownLink: Hashable, Sendable {
  package enum Kind: UInt8, Hashable, Sendable {
    /// `[text](destination)`
    case link
    /// `![text](destination)`
    case image
    /// `[label]: destination`
    case definition
    /// `[[note]]`, as in Obsidian.
    case wikilink
    /// `![[file]]`, as in Obsidian.
    case embed

    /// The target is embedded: shown in the text.
    package var isShownInPlace: Bool { self == .image || self == .embed }
    package var isObsidian: Bool { self == .wikilink || self == .embed }
  }

  package var kind: Kind
  /// The byte range of the destination, without `<>`; the whole content of `[[a#b|c]]`.
  package var destination: Range<Int>
}

extension MarkdownLink {
  /// Calls `body` for each link of `bytes` from `start` on, in the order of their destinations.
  ///
  /// Skips what CommonMark 0.31 reads as code (fenced, indented, in backticks), raw HTML blocks and comments. Does not
  /// track the exact nesting of lists and quotes: where that could matter, a block counts as text. Takes linear time
  /// for any input.
  package static func forEach(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, body: (MarkdownLink) -> Void
  ) {
    // Most notes have no link: every link contains this byte.
    guard bytes.offset(of: UInt8(ascii: "]"), from: start) != nil else { return }
    var blocks = MarkdownBlocks(bytes, from: start)
    var inline = InlineLinks(bytes)
    while let block = blocks.next() { inline.scan(block, body) }
  }
}
