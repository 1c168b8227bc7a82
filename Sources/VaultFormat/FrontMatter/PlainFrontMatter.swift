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
    guard Self.isPlainText(bytes, range) else { return false }
    let text = UnsafeBufferPointer(rebasing: bytes[..<range.upperBound])
    var next = range.lowerBound
    while next < range.upperBound {
      let line = Line(at: next, in: text)
      next = line.next
      var cursor = Cursor(bytes: text, at: line.start, end: line.end)
      cursor.trimEnd()
      let indent = cursor.skipBlanks()
      guard let first = cursor.first, first != UInt8(ascii: "#") else { continue }
      if first == UInt8(ascii: "-"), !cursor.startsKey {
        guard readItem(&cursor, indent: indent) else { return false }
      } else {
        guard indent == 0, readField(&cursor) else { return false }
      }
    }
    return true
  }

  private mutating func readField(_ cursor: inout Cursor) -> Bool {
    guard let key = cursor.readKey(), fields.count < Self.fieldLimit else { return false }
    for field in fields where cursor.isEqual(field.key, key) { return false }
    itemIndent = -1
    var field = Field(
      key: key, value: cursor.at..<cursor.at, shape: .empty, text: cursor.at..<cursor.at,
      items: items.count..<items.count)
    _ = cursor.skipBlanks()
    switch cursor.first {
    case nil, UInt8(ascii: "#"): break
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
    guard cursor.isAtEndOrComment else { return false }
    fields.append(field)
    return true
  }

  private mutating func readFlowList(_ cursor: inout Cursor) -> Bool {
    cursor.at += 1
    _ = cursor.skipBlanks()
    if cursor.first == UInt8(ascii: "]") {
      cursor.at += 1
      return true
    }
    while true {
      guard let item = cursor.readScalar(inFlow: true) else { return false }
      items.append(item)
      _ = cursor.skipBlanks()
      guard let separator = cursor.first else { return false }
      cursor.at += 1
      if separator == UInt8(ascii: "]") { return true }
      guard separator == UInt8(ascii: ",") else { return false }
      _ = cursor.skipBlanks()
    }
  }

  private mutating func readItem(_ cursor: inout Cursor, indent: Int) -> Bool {
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
    guard cursor.skipBlanks() > 0, let item = cursor.readScalar(inFlow: false),
      cursor.isAtEndOrComment
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

/// A place in one line.
private struct Cursor {
  let bytes: UnsafeBufferPointer<UInt8>
  var at: Int
  var end: Int

  init(bytes: UnsafeBufferPointer<UInt8>, at: Int, end: Int) {
    self.bytes = bytes
    self.at = at
    self.end = end
  }

  var first: UInt8? { at < end ? bytes[at] : nil }

  /// A comment needs a blank before it; `value#x` is one word.
  var isAtEndOrComment: Bool {
    var rest = self
    let blanks = rest.skipBlanks()
    return rest.first == nil || (rest.first == UInt8(ascii: "#") && blanks > 0)
  }

  /// A line that begins with `-` is a list item only when a blank follows.
  var startsKey: Bool { at + 1 < end && !bytes[at + 1].isBlank }

  mutating func trimEnd() {
    while end > at, bytes[end - 1].isBlank { end -= 1 }
  }

  mutating func skipBlanks() -> Int {
    let start = at
    while at < end, bytes[at].isBlank { at += 1 }
    return at - start
  }

  func isEqual(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
    a.count == b.count && zip(bytes[a], bytes[b]).allSatisfy(==)
  }

  /// Reads `key:` and stands behind the colon, which a blank or the line's end must follow.
  mutating func readKey() -> Range<Int>? {
    let start = at
    guard let initial = first,
      initial.isASCIILetter || initial.isASCIIDigit || initial == UInt8(ascii: "_")
    else { return nil }
    var end = start
    let (bytes, limit) = (bytes, self.end)
    while end < limit, bytes[end].isKeyPart { end &+= 1 }
    at = end
    guard first == UInt8(ascii: ":"), at + 1 == limit || bytes[at + 1].isBlank else { return nil }
    // libyaml takes no key over 1,024 characters.
    guard at - start < 1_000 else { return nil }
    defer { at += 1 }
    return start..<at
  }

  mutating func readScalar(inFlow: Bool) -> PlainFrontMatter.Item? {
    guard let initial = first else { return nil }
    switch initial {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return readQuoted(initial)
    default: return readPlain(initial, inFlow: inFlow)
    }
  }

  private mutating func readQuoted(_ quote: UInt8) -> PlainFrontMatter.Item? {
    let start = at
    at += 1
    while let byte = first, byte != quote {
      if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") { return nil }
      at += 1
    }
    guard first == quote else { return nil }
    at += 1
    // Behind a closing quote: a blank, the line's end, or what ends a flow item. `''` is an escape.
    if let byte = first, !byte.isBlank, byte != UInt8(ascii: ","), byte != UInt8(ascii: "]") {
      return nil
    }
    return PlainFrontMatter.Item(
      range: start..<at, text: (start + 1)..<(at - 1),
      style: quote == UInt8(ascii: "'") ? .singleQuoted : .doubleQuoted)
  }

  /// Goes to the line's end or to a comment; false where `: ` makes the text no plain scalar.
  private mutating func skipPlainInBlock() -> Bool {
    // Local, so that it stays in a register: this loop sees most bytes of all front matter.
    var at = self.at
    defer { self.at = at }
    let (bytes, end) = (bytes, end)
    while at < end {
      let byte = bytes[at]
      if byte == UInt8(ascii: ":"), at + 1 == end || bytes[at + 1].isBlank { return false }
      if byte == UInt8(ascii: "#"), bytes[at - 1].isBlank { return true }
      at &+= 1
    }
    return true
  }

  /// Goes to the end of a list's item; false at what may mean something else inside a flow list.
  private mutating func skipPlainInFlow() -> Bool {
    var at = self.at
    defer { self.at = at }
    let (bytes, end) = (bytes, end)
    while at < end {
      switch bytes[at] {
      case UInt8(ascii: ","), UInt8(ascii: "]"): return true
      case UInt8(ascii: "#") where bytes[at - 1].isBlank: return true
      case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "?"), UInt8(ascii: ":"):
        return false
      default: at &+= 1
      }
    }
    return true
  }

  private mutating func readPlain(_ initial: UInt8, inFlow: Bool) -> PlainFrontMatter.Item? {
    let start = at
    let afterDash = initial == UInt8(ascii: "-") ? (at + 1 < end ? bytes[at + 1] : 0x20) : initial
    guard Self.startsPlain[Int(afterDash)] else { return nil }
    guard inFlow ? skipPlainInFlow() : skipPlainInBlock() else { return nil }
    var stop = at
    while stop > start, bytes[stop - 1].isBlank { stop -= 1 }
    at = stop
    // Null is rare as a word; without it here, a scalar that is not empty is never null.
    if Self.isNull(UnsafeBufferPointer(rebasing: bytes[start..<stop])) { return nil }
    return PlainFrontMatter.Item(range: start..<stop, text: start..<stop, style: .plain)
  }

  private static func isNull(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count == 4, text[0] | 0x20 == UInt8(ascii: "n") else {
      return text.count == 1 && text[0] == UInt8(ascii: "~")
    }
    return text.elementsEqual("null".utf8) || text.elementsEqual("Null".utf8)
      || text.elementsEqual("NULL".utf8)
  }

  /// Bytes that may begin a plain scalar here: fewer than YAML allows.
  private static let startsPlain: [Bool] = (0..<256).map { value in
    let byte = UInt8(value)
    return byte >= 0x80 || byte.isASCIILetter || byte.isASCIIDigit
      || "/._+()~$^<=;\\".utf8.contains(byte)
  }
}

extension UInt8 {
  /// What the keys of the plain subset are made of.
  fileprivate var isKeyPart: Bool {
    isASCIILetter || isASCIIDigit || self == UInt8(ascii: "_") || self == UInt8(ascii: "-")
  }
}
