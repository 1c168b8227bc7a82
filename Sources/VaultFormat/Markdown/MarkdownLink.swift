/// A link as it stands in a Markdown text.
package struct MarkdownLink: Hashable, Sendable {
  package enum Kind: UInt8, Hashable, Sendable {
    /// `[text](destination)`
    case link
    /// `![text](destination)`
    case image
    /// `[label]: destination`
    case definition
    /// `[[note]]`, as Obsidian writes it.
    case wikilink
    /// `![[file]]`, as Obsidian writes it.
    case embed

    /// What it leads to is shown in place.
    package var isShownInPlace: Bool { self == .image || self == .embed }
    package var isObsidian: Bool { self == .wikilink || self == .embed }
  }

  package var kind: Kind
  /// Bytes of the destination as written, without `<>`; of `[[a#b|c]]` all that is inside.
  package var destination: Range<Int>
}

extension MarkdownLink {
  /// Calls `found` for each link of `bytes` from `start` on, in the order of their destinations.
  ///
  /// What CommonMark 0.31 takes for code (fenced, indented, in backticks), raw HTML blocks and comments holds
  /// no link. Reads the text of lists and quotes without their exact nesting: where the two could differ, a
  /// stretch counts as text. Time is linear in the number of bytes, whatever they are.
  package static func forEach(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ found: (MarkdownLink) -> Void
  ) {
    // Every link has this byte; most notes have none.
    guard bytes.offset(of: UInt8(ascii: "]"), from: start) != nil else { return }
    var blocks = MarkdownBlocks(bytes, from: start)
    var inline = InlineLinks(bytes)
    while let block = blocks.next() { inline.scan(block, found) }
  }
}
