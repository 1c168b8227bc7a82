/// The fast way to read front matter: one pass over the bytes, for the plain subset of YAML that
/// nearly every note uses.
///
/// The subset: top-level keys of ASCII letters, digits, `_` and `-`; values on one line that are
/// plain, quoted without an escape, or a flow list of such; block lists of such; comments and blank
/// lines. For anything else, also for a null in words, `scan` gives up and libyaml reads. What it
/// accepts means the same to libyaml: the tests hold the two against each other. A value of this
/// type can be used again; it keeps its memory.
package struct PlainFrontMatter {
  package struct Field {
    package var key: Range<Int>
    /// What tl knows the key as.
    package var known: KnownKey.Named?
    /// The whole value as written; empty behind the colon of a key without one.
    package var value: Range<Int>
    package var shape: Shape
    /// What a scalar says, without its quotes.
    package var text: Range<Int>
    /// A list's items, as indices into `items`.
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
  /// Blanks before each `-` of the block list that is being read.
  private var itemIndent = -1

  package init() {}

  /// More keys than this make the search for a repeated key slow; libyaml takes them.
  private static let fieldLimit = 64

  /// Fills `fields` and `items` from the lines at `range`.
  ///
  /// False: not the plain subset.
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
    // By index: going through the array itself would count a reference to it, for each key of each note.
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

  /// Only characters that libyaml takes as they are: no tab, no control character, no lone CR,
  /// valid UTF-8, none of YAML 1.1's other line ends (U+0085, U+2028, U+2029), no byte order mark.
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
      // The last few bytes: with some of those before them they are eight again.
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

  /// The fields as nodes, for whoever needs more than ranges.
  func nodes(of bytes: UnsafeBufferPointer<UInt8>) -> [FrontMatter.Field] {
    func scalar(_ range: Range<Int>, _ text: Range<Int>, _ style: YAMLNode.ScalarStyle) -> YAMLNode
    {
      YAMLNode(
        range: range, content: .scalar(String(decoding: bytes[text], as: UTF8.self), style))
    }
    return fields.map { field in
      let value: YAMLNode =
        switch field.shape {
        case .empty: scalar(field.value, field.value, .plain)
        case .scalar(let style): scalar(field.value, field.text, style)
        case .list(let style):
          YAMLNode(
            range: field.value,
            content: .sequence(
              items[field.items].map { scalar($0.range, $0.text, $0.style) }, style))
        }
      return FrontMatter.Field(key: scalar(field.key, field.key, .plain), value: value)
    }
  }
}
