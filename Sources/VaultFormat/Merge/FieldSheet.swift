/// Front matter cut into fields, whole lines each, and the lines between them: comments and blank lines.
struct FieldSheet {
  /// A field with its lines: from the line on which its key begins to the one on which its value ends.
  struct Entry {
    /// Whole lines, each with its end.
    var bytes: [UInt8]
    var name: String
    /// Where the key stands in `bytes`.
    var key: Range<Int>
    var node: YAMLNode
    /// Where `bytes` begin in the document.
    var start: Int

    var value: YAMLValue { node.value }
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
  /// Nil where fields are not lines of their own, or lean on each other: front matter that is broken or not
  /// closed, written as `{…}`, with keys that are no text, with anchors.
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

  /// False where a line is neither blank nor a comment.
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

extension FieldSheet.Entry {
  /// Nil for a key that is no text.
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

  /// The field under the name that another file writes for it.
  func named(like other: Self) -> Self {
    guard !name.utf8.elementsEqual(other.name.utf8) else { return self }
    var entry = self
    entry.name = other.name
    entry.bytes.replaceSubrange(key, with: other.bytes[other.key])
    entry.key = key.lowerBound..<(key.lowerBound + other.key.count)
    return entry
  }

  /// The comments beside and between what the field says, in file order.
  var comments: [ArraySlice<UInt8>] {
    var scalars: [Range<Int>] = [key.lowerBound + start..<key.upperBound + start]
    var open = [node]
    while let next = open.popLast() {
      if case .scalar(_, let style) = next.content {
        scalars.append(next.range)
        // Behind the mark of a block scalar there may be a comment.
        if style == .literal || style == .folded {
          scalars[scalars.count - 1] = content(ofBlock: next.range)
        }
      } else {
        open += next.children
      }
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

  /// What is behind the first line of a block scalar.
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
    var open = [key, value]
    while let node = open.popLast() {
      if node.isAlias || node.anchor != nil { return true }
      open += node.children
    }
    return false
  }
}
