internal import CYAML

/// Reads YAML with libyaml into nodes with their byte ranges.
///
/// The only importer of libyaml.
///
/// libyaml gives the structure, `CoreSchema` the types of scalars. Time and memory are linear in the input
/// (docs/vault-format.md, rule Y-7): libyaml's work grows with the depth, which has a limit, and aliases are shared,
/// not copied.
struct LibYAMLComposer {
  /// A parse error: a lower-case sentence and the byte offset in the document.
  struct Failure: Error {
    var message: String
    var offset: Int
  }

  /// The limit of alias expansion, in values and bytes of text: more than a person writes, and few enough for
  /// programs that expand aliases.
  static let expansionLimit = 1_000_000
  /// The maximum nesting of collections, with aliases expanded.
  ///
  /// Allows recursion over a value, as in its deinitialisation: a hundred levels fit the smallest thread stack
  /// (512 KiB).
  static let depthLimit = 100

  /// Reads the bytes at `range` of `document` as one YAML document.
  ///
  /// - Returns: the root node; nil if there are only blanks and comments.
  static func compose(
    _ document: UnsafeBufferPointer<UInt8>, in range: Range<Int>
  ) throws(Failure) -> YAMLNode? {
    var parser = yaml_parser_t()
    guard yaml_parser_initialize(&parser) == 1 else {
      throw Failure(message: "not enough memory for the YAML reader", offset: range.lowerBound)
    }
    defer { yaml_parser_delete(&parser) }
    let text = UnsafeBufferPointer(rebasing: document[range])
    if let offset = firstContent(of: text, from: 0), text[offset] == UInt8(ascii: "%") {
      throw Failure(
        message: "a directive such as %YAML is not allowed in front matter",
        offset: range.lowerBound + offset)
    }
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
    // libyaml needs a pointer even if there are no bytes.
    var nothing: UInt8 = 0
    return try withUnsafePointer(to: &nothing) { nothing throws(Failure) in
      yaml_parser_set_input_string(&parser, text.baseAddress ?? nothing, text.count)
      var composer = LibYAMLComposer(
        text: text, offsets: CharacterOffsets(of: text, startingAt: range.lowerBound))
      return try composer.read(&parser)
    }
  }

  private struct Measured {
    var node: YAMLNode
    /// The number of nodes and bytes of text, with every alias expanded.
    var weight: Int
    /// The part of the weight that comes from aliases.
    var expansion: Int
    /// The depth of nested collections; 0 for a scalar.
    var height: Int
  }

  /// A collection that is not complete yet.
  ///
  /// In a mapping, keys and values alternate.
  private struct OpenCollection {
    var children: [Measured] = []
    var start: Int
    var isMapping: Bool
    var style: YAMLNode.CollectionStyle
    var tag: String?
    var anchor: String?
  }

  private let text: UnsafeBufferPointer<UInt8>
  private let offsets: CharacterOffsets
  private var open: [OpenCollection] = []
  private var anchors: [String: Measured] = [:]
  private var root: Measured?

  private init(text: UnsafeBufferPointer<UInt8>, offsets: CharacterOffsets) {
    self.text = text
    self.offsets = offsets
  }

  private mutating func read(_ parser: inout yaml_parser_t) throws(Failure) -> YAMLNode? {
    var documents = 0
    while true {
      var event = yaml_event_t()
      guard yaml_parser_parse(&parser, &event) == 1 else { throw failure(of: parser) }
      defer { yaml_event_delete(&event) }
      let start = offsets.byte(ofCharacter: event.start_mark.index)
      let end = max(start, offsets.byte(ofCharacter: event.end_mark.index))
      switch event.type {
      case YAML_STREAM_END_EVENT:
        return root?.node
      case YAML_DOCUMENT_END_EVENT:
        // Checked here because libyaml takes quadratic time for the directives of a second document.
        if let offset = Self.firstContent(of: text, from: end - offsets.start),
          event.data.document_end.implicit == 0 || text[offset] == UInt8(ascii: "%")
        {
          throw Self.secondDocument(at: offsets.start + offset)
        }
      case YAML_DOCUMENT_START_EVENT:
        documents += 1
        guard documents == 1 else { throw Self.secondDocument(at: start) }
      case YAML_ALIAS_EVENT:
        try add(try aliased(event, start..<end), at: start)
      case YAML_SCALAR_EVENT:
        try add(scalar(event, start..<end), at: start)
      case YAML_SEQUENCE_START_EVENT:
        let data = event.data.sequence_start
        try begin(
          OpenCollection(
            start: start, isMapping: false,
            style: data.style == YAML_FLOW_SEQUENCE_STYLE ? .flow : .block,
            tag: Self.string(data.tag), anchor: Self.string(data.anchor)))
      case YAML_MAPPING_START_EVENT:
        let data = event.data.mapping_start
        try begin(
          OpenCollection(
            start: start, isMapping: true,
            style: data.style == YAML_FLOW_MAPPING_STYLE ? .flow : .block,
            tag: Self.string(data.tag), anchor: Self.string(data.anchor)))
      case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
        guard let closed = open.popLast() else { continue }
        try add(try collection(closed, end: end), at: closed.start)
      default:
        continue
      }
    }
  }

  private mutating func begin(_ collection: OpenCollection) throws(Failure) {
    // An anchor is defined at the end of its collection: an alias inside is an error.
    if let anchor = collection.anchor { anchors[anchor] = nil }
    guard open.count < Self.depthLimit else { throw Self.tooDeep(at: collection.start) }
    open.append(collection)
  }

  private mutating func add(_ measured: Measured, at offset: Int) throws(Failure) {
    if let anchor = measured.node.anchor, !measured.node.isAlias { anchors[anchor] = measured }
    guard open.count + measured.height <= Self.depthLimit else { throw Self.tooDeep(at: offset) }
    guard measured.expansion <= Self.expansionLimit else {
      throw Failure(message: "the aliases expand to too many values", offset: offset)
    }
    if open.isEmpty {
      root = measured
    } else {
      open[open.count - 1].children.append(measured)
    }
  }

  private func aliased(
    _ event: yaml_event_t, _ range: Range<Int>
  ) throws(Failure) -> Measured {
    let name = Self.string(event.data.alias.anchor) ?? ""
    guard var target = anchors[name] else {
      throw Failure(message: "the alias *\(name) has no anchor before it", offset: range.lowerBound)
    }
    target.node.range = range
    target.node.isAlias = true
    target.node.anchor = name
    target.expansion = target.weight
    return target
  }

  private func scalar(_ event: yaml_event_t, _ range: Range<Int>) -> Measured {
    let data = event.data.scalar
    let text = String(
      decoding: UnsafeBufferPointer(start: data.value, count: data.length), as: UTF8.self)
    let style: YAMLNode.ScalarStyle =
      switch data.style {
      case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
      case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
      case YAML_LITERAL_SCALAR_STYLE: .literal
      case YAML_FOLDED_SCALAR_STYLE: .folded
      default: .plain
      }
    let node = YAMLNode(
      range: offsets.trimmed(range, style, text: text), content: .scalar(text, style),
      tag: Self.string(data.tag).flatMap { $0 == "!" ? CoreSchema.stringTag : $0 },
      anchor: Self.string(data.anchor))
    return Measured(node: node, weight: 1 + data.length, expansion: 0, height: 0)
  }

  private func collection(_ closed: OpenCollection, end: Int) throws(Failure) -> Measured {
    let weight = closed.children.reduce(1) { $0 &+ $1.weight }
    let expansion = closed.children.reduce(0) { $0 &+ $1.expansion }
    let height = 1 + (closed.children.lazy.map(\.height).max() ?? 0)
    let content: YAMLNode.Content
    let last: YAMLNode?
    if closed.isMapping {
      let entries = try entries(of: closed.children)
      content = .mapping(entries, closed.style)
      last = entries.last?.value
    } else {
      content = .sequence(closed.children.map(\.node), closed.style)
      last = closed.children.last?.node
    }
    // libyaml ends a block collection at the start of the next token.
    let end = closed.style == .block ? max(last?.range.upperBound ?? end, closed.start) : end
    let node = YAMLNode(
      range: closed.start..<end, content: content, tag: closed.tag, anchor: closed.anchor)
    return Measured(node: node, weight: weight, expansion: expansion, height: height)
  }

  /// Pairs keys with values.
  ///
  /// A duplicate key is an error (rule Y-4).
  private func entries(of children: [Measured]) throws(Failure) -> [YAMLNode.Entry] {
    var entries: [YAMLNode.Entry] = []
    var seen: Set<YAMLValue> = []
    for index in stride(from: 0, to: children.count - 1, by: 2) {
      let key = children[index].node
      // Only scalar keys are compared: collections are rare as keys and may be expensive to compare.
      if let text = key.text, !seen.insert(.string(text)).inserted {
        throw Failure(
          message: "duplicate key \"\(text.clipped)\"", offset: key.range.lowerBound)
      }
      var value = children[index + 1].node
      // For `? key` without a colon, libyaml places the null at the next token.
      if value.range.isEmpty, !hasColon(in: key.range.upperBound..<value.range.upperBound) {
        value.range = key.range.upperBound..<key.range.upperBound
      }
      entries.append(YAMLNode.Entry(key: key, value: value))
    }
    return entries
  }

  /// Whether there is a colon between a key and its value, outside of comments.
  private func hasColon(in range: Range<Int>) -> Bool {
    var index = range.lowerBound - offsets.start
    let end = range.upperBound - offsets.start
    while index < end, text[index] != UInt8(ascii: ":") {
      index = text[index] == UInt8(ascii: "#") ? Line(at: index, in: text).next : index + 1
    }
    return index < end
  }

  /// The offset in `text` of the first byte at or after `start` that is neither white space nor in a comment.
  private static func firstContent(of text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var index = start
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): index += 1
      case UInt8(ascii: "#"): index = Line(at: index, in: text).next
      default: return index
      }
    }
    return nil
  }

  private static func secondDocument(at offset: Int) -> Failure {
    Failure(message: "a second YAML document begins", offset: offset)
  }

  private static func tooDeep(at offset: Int) -> Failure {
    Failure(message: "values nest more than \(depthLimit) deep", offset: offset)
  }

  private func failure(of parser: yaml_parser_t) -> Failure {
    let message = parser.problem.map { String(cString: $0) } ?? "not readable as YAML"
    let isReaderError = parser.error == YAML_READER_ERROR
    let offset =
      isReaderError
      ? offsets.start + min(parser.problem_offset, offsets.count)
      : offsets.byte(ofCharacter: parser.problem_mark.index)
    return Failure(message: message, offset: offset)
  }

  private static func string(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    pointer.map { String(cString: $0) }
  }
}

/// Converts libyaml's character index to the byte offset in the document.
private struct CharacterOffsets {
  /// The offset of the first byte in the document.
  let start: Int
  /// The number of bytes.
  let count: Int
  /// The first byte of each character; empty if every character is one byte.
  private let starts: [Int]
  private let bytes: UnsafeBufferPointer<UInt8>

  init(of bytes: UnsafeBufferPointer<UInt8>, startingAt start: Int) {
    self.start = start
    self.bytes = bytes
    count = bytes.count
    let isASCII = bytes.allSatisfy { $0 < 0x80 }
    starts = isASCII ? [] : bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 }
  }

  func byte(ofCharacter index: Int) -> Int {
    if starts.isEmpty { return start + min(index, count) }
    return start + (index < starts.count ? starts[index] : count)
  }

  /// Removes the blanks and line endings that libyaml includes at the end of a block scalar, but keeps the blank
  /// lines that `+` makes part of its text.
  func trimmed(_ range: Range<Int>, _ style: YAMLNode.ScalarStyle, text: String) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound, isSpace(end - 1) { end -= 1 }
    guard style == .literal || style == .folded else { return range.lowerBound..<end }
    let feeds = text.utf8.reversed().prefix { $0 == UInt8(ascii: "\n") }.count
    var kept = feeds < text.utf8.count ? feeds - 1 : feeds
    var next = end
    while kept > 0, next < range.upperBound {
      if bytes[next - start] == UInt8(ascii: "\n") {
        kept -= 1
        end = next + 1
      }
      next += 1
    }
    return range.lowerBound..<end
  }

  private func isSpace(_ offset: Int) -> Bool {
    switch bytes[offset - start] {
    case 0x20, 0x09, 0x0A, 0x0D: true
    default: false
    }
  }
}
