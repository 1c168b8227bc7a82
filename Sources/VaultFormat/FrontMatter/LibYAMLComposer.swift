internal import CYaml

/// Reads YAML with libyaml into nodes that know their bytes. The only importer of libyaml.
///
/// libyaml gives structure; what scalars mean is `CoreSchema`'s. Time and memory are linear in the
/// input: libyaml refuses nesting over 1,000, and aliases are shared, not copied.
struct LibYAMLComposer {
  /// What stops the reading: a lower-case sentence and the byte offset in the document.
  struct Failure: Error {
    var message: String
    var offset: Int
  }

  /// More than anyone writes, less than what makes a program slow when aliases are written out.
  static let expandedNodeLimit = 100_000
  /// libyaml's own limit for what is written; aliases could multiply it.
  static let heightLimit = 1_000

  /// Reads the bytes at `range` of `document` as one YAML document.
  ///
  /// - Returns: the root node; nil when there are only blanks and comments.
  static func compose(
    _ document: UnsafeBufferPointer<UInt8>, in range: Range<Int>
  ) throws(Failure) -> YAMLNode? {
    var parser = yaml_parser_t()
    guard yaml_parser_initialize(&parser) == 1 else {
      throw Failure(message: "not enough memory for the YAML reader", offset: range.lowerBound)
    }
    defer { yaml_parser_delete(&parser) }
    let text = UnsafeBufferPointer(rebasing: document[range])
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
    // libyaml reads nothing behind `count`, but wants a pointer also for no bytes.
    var nothing: UInt8 = 0
    return try withUnsafePointer(to: &nothing) { nothing throws(Failure) in
      yaml_parser_set_input_string(&parser, text.baseAddress ?? nothing, text.count)
      var composer = LibYAMLComposer(
        offsets: CharacterOffsets(of: text, startingAt: range.lowerBound))
      return try composer.read(&parser)
    }
  }

  private struct Measured {
    var node: YAMLNode
    /// Nodes in the tree when every alias is written out.
    var size: Int
    var height: Int
  }

  /// A collection whose end has not come yet. In a mapping keys and values alternate.
  private struct Open {
    var children: [Measured] = []
    var start: Int
    var isMapping: Bool
    var style: YAMLNode.CollectionStyle
    var tag: String?
    var anchor: String?
  }

  private let offsets: CharacterOffsets
  private var open: [Open] = []
  private var anchors: [String: Measured] = [:]
  private var root: Measured?

  private init(offsets: CharacterOffsets) {
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
      case YAML_DOCUMENT_START_EVENT:
        documents += 1
        guard documents == 1 else {
          throw Failure(message: "a second YAML document begins", offset: start)
        }
      case YAML_ALIAS_EVENT:
        try add(try aliased(event, start..<end), at: start)
      case YAML_SCALAR_EVENT:
        try add(scalar(event, start..<end), at: start)
      case YAML_SEQUENCE_START_EVENT:
        let data = event.data.sequence_start
        open.append(
          Open(
            start: start, isMapping: false,
            style: data.style == YAML_FLOW_SEQUENCE_STYLE ? .flow : .block,
            tag: Self.string(data.tag), anchor: Self.string(data.anchor)))
      case YAML_MAPPING_START_EVENT:
        let data = event.data.mapping_start
        open.append(
          Open(
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

  private mutating func add(_ measured: Measured, at offset: Int) throws(Failure) {
    // A collection's anchor is known from its end on: an alias inside itself finds nothing.
    if let anchor = measured.node.anchor, !measured.node.isAlias { anchors[anchor] = measured }
    guard measured.height <= Self.heightLimit, measured.size <= Self.expandedNodeLimit else {
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
    return target
  }

  private func scalar(_ event: yaml_event_t, _ range: Range<Int>) -> Measured {
    let data = event.data.scalar
    let text = String(decoding: UnsafeBufferPointer(start: data.value, count: data.length), as: UTF8.self)
    let style: YAMLNode.ScalarStyle =
      switch data.style {
      case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
      case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
      case YAML_LITERAL_SCALAR_STYLE: .literal
      case YAML_FOLDED_SCALAR_STYLE: .folded
      default: .plain
      }
    let node = YAMLNode(
      range: offsets.trimmed(range), content: .scalar(text, style),
      tag: Self.string(data.tag).flatMap { $0 == "!" ? CoreSchema.stringTag : $0 },
      anchor: Self.string(data.anchor))
    return Measured(node: node, size: 1, height: 1)
  }

  private func collection(_ closed: Open, end: Int) throws(Failure) -> Measured {
    let size = closed.children.reduce(1) { min($0 + $1.size, Self.expandedNodeLimit + 1) }
    let height = 1 + (closed.children.map(\.height).max() ?? 0)
    // A block collection ends, for libyaml, where the next token starts.
    let last = closed.children.last?.node.range.upperBound
    let range = closed.start..<(closed.style == .block ? max(last ?? end, closed.start) : end)
    let content: YAMLNode.Content
    if closed.isMapping {
      content = .mapping(try entries(of: closed.children), closed.style)
    } else {
      content = .sequence(closed.children.map(\.node), closed.style)
    }
    let node = YAMLNode(range: range, content: content, tag: closed.tag, anchor: closed.anchor)
    return Measured(node: node, size: size, height: height)
  }

  /// Pairs keys with values. A key that stands twice makes the YAML broken (rule Y-4).
  private func entries(of children: [Measured]) throws(Failure) -> [YAMLNode.Entry] {
    var entries: [YAMLNode.Entry] = []
    var seen: Set<YAMLValue> = []
    for index in stride(from: 0, to: children.count - 1, by: 2) {
      let key = children[index].node
      // Keys that are collections are rare and may be costly to compare: only scalars count.
      if let text = key.text, !seen.insert(.string(text)).inserted {
        throw Failure(message: "the key \(Self.quoted(text)) stands twice", offset: key.range.lowerBound)
      }
      entries.append(YAMLNode.Entry(key: key, value: children[index + 1].node))
    }
    return entries
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

  private static func quoted(_ text: String) -> String {
    "\u{201C}" + (text.count > 60 ? text.prefix(60) + "…" : text) + "\u{201D}"
  }

  private static func string(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    pointer.map { String(cString: $0) }
  }
}

/// From libyaml's character index to the byte offset in the document.
private struct CharacterOffsets {
  /// The offset of the first byte.
  let start: Int
  /// Bytes in all.
  let count: Int
  /// The byte where each character starts; empty when every character is one byte.
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

  /// Without the blanks and line ends that libyaml counts to the end of a block scalar.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[end - 1 - start]) { end -= 1 }
    return range.lowerBound..<end
  }
}
