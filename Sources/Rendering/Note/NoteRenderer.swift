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
  /// Further links to files are text, and further tags are not listed.
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
    var source = MarkdownSource(bytes, in: range)
    source.showsNamesAlone = options.showsNamesAlone
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

/// How the text of a note is written as HTML.
package struct RenderingOptions: Sendable {
  /// Precedes every id, so that several notes can be on one page; characters other than ASCII letters, digits, `-` and
  /// `_` become `-`.
  package var idPrefix = ""
  /// Added to the level of headings: with 1, a first-level heading becomes `h2`.
  package var headingShift = 1
  /// Whether a first-level heading with which the text begins is `h1`, the heading of the page.
  ///
  /// Without another one of the first level the others follow it without the shift.
  package var raisesTitle = false
  /// The language of the text (BCP 47); nil if it is unknown.
  ///
  /// The direction always follows the text.
  package var language: String?
  /// The address of the list of a tag, before its percent-encoded name.
  package var tagAddress = "/?tag="
  /// The addresses of the lists of tags in place of those, nil for a tag that has none, which is text then.
  package var tagAddresses: (@Sendable (Tag) -> String?)?
  /// Whether links whose text is a path show its last name alone, embeds none, and HTML is left out: the folders
  /// of a vault and the names of its files are nobody else's business.
  package var showsNamesAlone = false
  /// Whether there are links that EPUB has not: `geo:` addresses, and those to headings that are not in the note.
  package var hasDoubtfulLinks = true
  /// Whether the boxes of tasks can be ticked.
  package var hasActiveTasks = true
  /// The number of bytes of a note that are read, at most 16 MiB; the rest is left out.
  package var sizeLimit = 1 << 20
  /// The size of the HTML in bytes after which no element begins.
  package var outputLimit = 8 << 20

  package init() {}

  func address(of tag: Tag) -> String? {
    if let tagAddresses {
      return tagAddresses(tag).flatMap { URLPolicy.isSafe(address: $0) ? $0 : nil }
    }
    return tagAddress + PercentEncoding.encoded(tag.text.utf8)
  }

  var checkedPrefix: String {
    let bytes = idPrefix.utf8.map { byte -> UInt8 in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: byte
      default: 0x2D
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The attributes of blocks that have text.
  var textAttributes: [HTMLWriter.Attribute] {
    let direction = HTMLWriter.Attribute("dir", "auto")
    guard let language, !language.isEmpty, language.utf8.count <= 35,
      language.unicodeScalars.allSatisfy({
        $0 == "-" || $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0))
      })
    else { return [direction] }
    return [direction, HTMLWriter.Attribute("lang", language)]
  }
}

/// The text of a note as HTML, and what was found in it.
package struct RenderedNote: Hashable, Sendable {
  package var html = SafeHTML()
  /// The text begins with an `h1`.
  package var hasTitle = false
  /// The media that are shown in the text, each once, in its order.
  package var media: [LinkTarget] = []
  /// The other links for which the resolver had an address, each once.
  package var links: [LinkTarget] = []
  /// The links and embeds for which it had none, each once.
  package var missing: [LinkTarget] = []
  /// The tags in the text, each once.
  package var tags: [Tag] = []
  /// The tasks with a box, in the order of the text.
  package var tasks: [TaskBox] = []
  /// Tables are shown as text: there are too many cells (`TableGuard`).
  package var leavesOutTables = false
  /// The text goes on where the HTML ends: one of the limits was reached.
  package var isCut = false
}
