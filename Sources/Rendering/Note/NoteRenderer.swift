package import VaultFormat

/// Makes HTML of the Markdown text of a note: a pure function of its bytes and of what the resolver answers.
///
/// No HTML of the note is passed on: tags in its text are dropped, blocks of HTML are shown as source. Addresses in the
/// HTML are those that the resolver gives, `http`, `https`, `mailto`, `tel`, `geo`, and ids of the same note; nothing
/// is loaded from another server. The work is bounded by the limits in `RenderingOptions`, `TableGuard`,
/// `ReferenceGuard` and those below.
package struct NoteRenderer: Sendable {
  /// Returns the address of what a link points to; nil if there is no such file.
  package typealias Resolver = @Sendable (LinkTarget) -> LinkDestination?

  /// Quotes, lists and emphasis nested more deeply are written without their elements.
  static let deepestNesting = 60
  /// Further links to files are text.
  static let mostLinks = 10_000

  let options: RenderingOptions
  let folder: VaultPath?
  let resolve: Resolver

  /// - Parameters:
  ///   - folder: the folder of the note (nil: the root), from which links are relative.
  ///   - resolve: called once for every file to which links lead, in the order of the text.
  package init(
    _ options: RenderingOptions = RenderingOptions(), folder: VaultPath? = nil,
    resolve: @escaping Resolver = { _ in nil }
  ) {
    self.options = options
    self.folder = folder
    self.resolve = resolve
  }

  /// The body of a note; offsets count from the start of the file.
  package func render(_ note: NoteDocument) -> RenderedNote {
    render(note.bytes, from: note.layout.bodyStart)
  }

  /// The Markdown text that begins at `start`; offsets count from the first of `bytes`.
  package func render(_ bytes: [UInt8], from start: Int = 0) -> RenderedNote {
    let range = Self.range(of: bytes, from: start, limit: options.sizeLimit)
    let source = MarkdownSource(bytes, in: range)
    let leavesOutTables = TableGuard.isExceeded(by: source.text)
    let tree = MarkdownTree(source.text, withTables: !leavesOutTables)
    var rendering = NoteRendering(self, source)
    var note = rendering.run(tree.root)
    note.leavesOutTables = leavesOutTables && source.text.contains(UInt8(ascii: "|"))
    note.isCut = note.isCut || range.upperBound < bytes.count
    return note
  }

  /// The part of `bytes` from `start` on with at most `limit` bytes, up to the end of a line if one is near, else of a
  /// character.
  static func range(of bytes: [UInt8], from start: Int, limit: Int) -> Range<Int> {
    let start = min(max(start, 0), bytes.count)
    // cmark counts in 32 bits.
    let limit = min(max(limit, 0), 16 << 20)
    guard bytes.count - start > limit else { return start..<bytes.count }
    var end = start + limit
    let near = bytes[max(start, end - 4096)..<end]
    if let lineFeed = near.lastIndex(of: UInt8(ascii: "\n")) { return start..<lineFeed + 1 }
    while end > start, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return start..<end
  }
}

// MARK: - Ticking

extension TaskBox {
  /// A replacement of bytes.
  package struct Splice: Hashable, Sendable {
    package var range: Range<Int>
    package var bytes: [UInt8]
  }

  /// The splice that ticks the box, or clears it; empty if the box already is in that state.
  ///
  /// - Parameter note: the note's present bytes.
  /// - Returns: nil if this task is not, or no longer, at this offset.
  package func splice(settingDone isDone: Bool, in note: NoteDocument) -> Splice? {
    let present = NoteRenderer().render(note).tasks.first { $0.offset == offset }
    guard let present, present.fingerprint == fingerprint else { return nil }
    guard present.isDone != isDone else { return Splice(range: offset..<offset, bytes: []) }
    return Splice(range: offset..<offset + 1, bytes: [UInt8(ascii: isDone ? "x" : " ")])
  }
}
