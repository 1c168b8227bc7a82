/// The fast front matter parser: one pass over the bytes, for the subset of YAML that nearly every note uses.
///
/// The subset: top-level keys of ASCII letters, digits, `_` and `-`; values on one line that are plain, quoted without
/// an escape, or a flow list of those; block lists of those; comments and blank lines. For anything else, including
/// `null` and `~`, `scan` returns false and libyaml has to read it. Both parsers read the same in what `scan` accepts;
/// tests compare them. A value of this type can be reused and keeps its memory.
package struct PlainFrontMatter {
  package struct Field {
    package var key: Range<Int>
    /// The known key of that name, if any.
    package var known: KnownKey.Named?
    /// The whole value as written; an empty range after the colon if there is none.
    package var value: Range<Int>
    package var shape: Shape
    /// The text of a scalar, without its quotes.
    package var text: Range<Int>
    /// The items of a list, as indices into `items`.
    package var items: Range<Int>
  }

  package enum Shape {
    case empty
    case scalar(YAMLNode.ScalarStyle)
    case list(YAMLNode.CollectionStyle)
  }

  package struct Item {
    package var range: Range<Int>
    package var text: Range<Int>
    package var style: YAMLNode.ScalarStyle
  }

  package private(set) var fields: [Field] = []
  package private(set) var items: [Item] = []
  /// The number of blanks before each `-` of the current block list.
  private var itemIndent = -1

  package init() {}

  /// The maximum number of keys, which keeps the search for duplicates fast; libyaml reads longer front matter.
  private static let fieldLimit = 64

  /// Fills `fields` and `items` from the lines at `range`; false if they are not in the subset.
  package mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>) -> Bool {
    if !fields.isEmpty { fields.removeAll(keepingCapacity: true) }
    if !items.isEmpty { items.removeAll(keepingCapacity: true) }
    itemIndent = -1
    guard range.isEmpty || bytes[range.upperBound - 1] == 0x0A, Self.isPlainText(bytes, range)
    else { return false }
    var cursor = LineCursor(bytes: bytes, at: range.lowerBound)
    while cursor.at < range.upperBound {
      let indent = cursor.skipBlanks()
      switch cursor.byte {
      case 0x0A, 0x0D, UInt8(ascii: "#"): cursor.skipLine()
      case UInt8(ascii: "-") where cursor.isAtListMark:
        guard readItem(&cursor, indent: indent) else { return false }
      default:
        guard indent == 0, readField(&cursor) else { return false }
      }
    }
    return true
  }

  private mutating func readField(_ cursor: inout LineCursor) -> Bool {
    guard let key = cursor.readKey(), fields.count < Self.fieldLimit else { return false }
    // By index: iterating over the array would retain it for each key of each note.
    for index in fields.indices where fields[index].key.count == key.range.count {
      if cursor.isEqual(fields[index].key, key.range) { return false }
    }
    itemIndent = -1
    let empty = cursor.at..<cursor.at
    var field = Field(
      key: key.range, known: key.known, value: empty, shape: .empty, text: empty,
      items: items.count..<items.count)
    _ = cursor.skipBlanks()
    switch cursor.byte {
    case 0x0A, 0x0D, UInt8(ascii: "#"): break
    case UInt8(ascii: "["):
      let start = cursor.at
      guard readFlowList(&cursor) else { return false }
      field.shape = .list(.flow)
      field.value = start..<cursor.at
      field.items = field.items.lowerBound..<items.count
    default:
      guard let scalar = cursor.readScalar(inFlow: false) else { return false }
      field.shape = .scalar(scalar.style)
      field.value = scalar.range
      field.text = scalar.text
    }
    guard cursor.endLine() else { return false }
    fields.append(field)
    return true
  }

  private mutating func readFlowList(_ cursor: inout LineCursor) -> Bool {
    cursor.at += 1
    _ = cursor.skipBlanks()
    if cursor.byte == UInt8(ascii: "]") {
      cursor.at += 1
      return true
    }
    while true {
      guard let item = cursor.readScalar(inFlow: true) else { return false }
      items.append(item)
      _ = cursor.skipBlanks()
      let separator = cursor.byte
      guard separator == UInt8(ascii: "]") || separator == UInt8(ascii: ",") else { return false }
      cursor.at += 1
      if separator == UInt8(ascii: "]") { return true }
      _ = cursor.skipBlanks()
    }
  }

  private mutating func readItem(_ cursor: inout LineCursor, indent: Int) -> Bool {
    guard let index = fields.indices.last else { return false }
    let start = cursor.at
    switch fields[index].shape {
    case .empty:
      fields[index].shape = .list(.block)
      fields[index].value = start..<start
      itemIndent = indent
    case .list(.block) where indent == itemIndent: break
    default: return false
    }
    cursor.at += 1
    guard cursor.skipBlanks() > 0, let item = cursor.readScalar(inFlow: false), cursor.endLine()
    else { return false }
    items.append(item)
    fields[index].value = fields[index].value.lowerBound..<item.range.upperBound
    fields[index].items = fields[index].items.lowerBound..<items.count
    return true
  }

  /// Whether libyaml reads all characters verbatim: valid UTF-8 with no tab, control character, lone CR, line break of
  /// YAML 1.1 (U+0085, U+2028, U+2029) or byte order mark.
  private static func isPlainText(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool
  {
    let text = UnsafeBufferPointer(rebasing: bytes[range])
    var hasHighBytes = false
    var at = 0
    while at < text.count {
      if at &+ 8 <= text.count, text.isPlainASCII(eightBytesFrom: at) {
        at &+= 8
        continue
      }
      // Reads the last few bytes together with some before them as eight.
      if at &+ 8 > text.count, text.count >= 8,
        text.isPlainASCII(eightBytesFrom: text.count &- 8)
      {
        break
      }
      for index in at..<min(at &+ 8, text.count) {
        switch text[index] {
        case 0x0A, 0x20...0x7E: break
        case 0x0D: guard index + 1 < text.count, text[index + 1] == 0x0A else { return false }
        case 0x80...: hasHighBytes = true
        default: return false
        }
      }
      at &+= 8
    }
    guard hasHighBytes else { return true }
    guard let text = String(validating: text, as: UTF8.self) else { return false }
    return text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x80...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: false
      default: true
      }
    }
  }

  /// The fields as YAML nodes.
  func nodes(of bytes: UnsafeBufferPointer<UInt8>) -> [FrontMatter.Field] {
    func scalar(
      _ range: Range<Int>, text: Range<Int>, style: YAMLNode.ScalarStyle = .plain
    ) -> YAMLNode {
      YAMLNode(
        range: range, content: .scalar(String(decoding: bytes[text], as: UTF8.self), style))
    }
    return fields.map { field in
      let value: YAMLNode =
        switch field.shape {
        case .empty: scalar(field.value, text: field.value)
        case .scalar(let style): scalar(field.value, text: field.text, style: style)
        case .list(let style):
          YAMLNode(
            range: field.value,
            content: .sequence(
              items[field.items].map { scalar($0.range, text: $0.text, style: $0.style) }, style))
        }
      return FrontMatter.Field(key: scalar(field.key, text: field.key), value: value)
    }
  }
}
