/// Front matter split into fields of whole lines, and the comments and blank lines between them.
struct FrontMatterLines {
  /// A field and its lines, from the line where its key begins to the line where its value ends.
  struct Entry {
    /// The lines, including their line endings.
    var bytes: [UInt8]
    var name: String
    /// The range of the key in `bytes`.
    var key: Range<Int>
    var node: YAMLNode
    /// The offset of `bytes` in the document.
    var start: Int
  }

  enum Part {
    /// An index into `entries`.
    case field(Int)
    case line(ArraySlice<UInt8>)
  }

  private(set) var entries: [Entry] = []
  /// In file order.
  private(set) var parts: [Part] = []

  /// Empty for a document without front matter.
  ///
  /// Nil if fields do not have their own lines, or refer to each other: if the front matter is broken or not closed,
  /// is written as `{…}`, or has anchors or keys that are not text.
  init?(of document: NoteDocument) {
    guard let frontMatter = document.frontMatter else {
      if document.layout.isUnclosed { return nil }
      return
    }
    guard frontMatter.problem == nil, frontMatter.style == .block else { return nil }
    var at = frontMatter.range.lowerBound
    for field in frontMatter.fields {
      guard !field.hasAnchors, let entry = Entry(field, in: document), entry.start >= at,
        addLines(at..<entry.start, of: document)
      else { return nil }
      parts.append(.field(entries.count))
      entries.append(entry)
      at = entry.start + entry.bytes.count
    }
    guard at <= frontMatter.range.upperBound,
      addLines(at..<frontMatter.range.upperBound, of: document)
    else { return nil }
  }

  /// Adds lines; false if one is neither blank nor a comment.
  private mutating func addLines(_ range: Range<Int>, of document: NoteDocument) -> Bool {
    var at = range.lowerBound
    while at < range.upperBound {
      let line = at..<document.nextLine(after: at)
      guard line.upperBound <= range.upperBound else { return false }
      let first = document.bytes[line].first { !$0.isBlank }
      guard first == UInt8(ascii: "#") || document.isBlank(line) else { return false }
      parts.append(.line(document.bytes[line]))
      at = line.upperBound
    }
    return true
  }
}

extension FrontMatterLines.Entry {
  /// Nil if the key is not text.
  fileprivate init?(_ field: FrontMatter.Field, in document: NoteDocument) {
    guard let name = field.key.text else { return nil }
    self.name = name
    node = field.value
    start = document.lineStart(before: field.key.range.lowerBound)
    let last = max(field.key.range.upperBound, field.value.range.upperBound)
    bytes = Array(document.bytes[start..<document.nextLine(after: last)])
    let (from, to) = (field.key.range.lowerBound - start, field.key.range.upperBound - start)
    guard to <= bytes.count else { return nil }
    key = from..<to
  }

  /// Returns the field with its key spelled as in `other`.
  func named(like other: Self) -> Self {
    guard !name.utf8.elementsEqual(other.name.utf8) else { return self }
    var entry = self
    entry.name = other.name
    entry.bytes.replaceSubrange(key, with: other.bytes[other.key])
    entry.key = key.lowerBound..<(key.lowerBound + other.key.count)
    return entry
  }

  /// The comments in the lines of the field, in file order.
  var comments: [ArraySlice<UInt8>] {
    var scalars: [Range<Int>] = [key.lowerBound + start..<key.upperBound + start]
    for node in node.nodesInside {
      guard case .scalar(_, let style) = node.content else { continue }
      // There may be a comment after the `|` or `>` of a block scalar.
      let isBlock = style == .literal || style == .folded
      scalars.append(isBlock ? content(ofBlock: node.range) : node.range)
    }
    scalars.sort { $0.lowerBound < $1.lowerBound }
    var comments: [ArraySlice<UInt8>] = []
    var at = 0
    for scalar in scalars {
      addComments(at..<max(at, min(scalar.lowerBound - start, bytes.count)), to: &comments)
      at = max(at, min(scalar.upperBound - start, bytes.count))
    }
    addComments(at..<bytes.count, to: &comments)
    return comments
  }

  /// The range after the first line of a block scalar.
  private func content(ofBlock range: Range<Int>) -> Range<Int> {
    let first = bytes.dropFirst(range.lowerBound - start).firstIndex(of: UInt8(ascii: "\n"))
    return min((first ?? bytes.count) + start, range.upperBound)..<range.upperBound
  }

  private func addComments(_ range: Range<Int>, to comments: inout [ArraySlice<UInt8>]) {
    var at = range.lowerBound
    while at < range.upperBound, let mark = bytes[at..<range.upperBound].firstIndex(of: 0x23) {
      let end = bytes[mark..<range.upperBound].firstIndex(of: 0x0A) ?? range.upperBound
      comments.append(bytes[mark..<end])
      at = end
    }
  }
}

extension FrontMatter.Field {
  fileprivate var hasAnchors: Bool {
    [key, value].flatMap(\.nodesInside).contains { $0.isAlias || $0.anchor != nil }
  }
}
