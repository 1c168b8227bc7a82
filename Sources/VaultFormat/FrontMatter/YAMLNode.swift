/// A YAML node and the bytes it was read from.
package struct YAMLNode: Sendable {
  /// Bytes of the document, from 0: the node with its anchor and tag, without the blanks, comments
  /// and line ends behind it.
  ///
  /// Empty where YAML reads a null that nobody wrote.
  package var range: Range<Int>
  package var content: Content
  /// An explicit tag such as `tag:yaml.org,2002:str`; nil for what the schema decides.
  package var tag: String?
  /// The name of an anchor on this node.
  package var anchor: String?
  /// This node stands where the file says `*name`; the content is that of the anchored node.
  package var isAlias = false

  package indirect enum Content: Sendable {
    case scalar(String, ScalarStyle)
    case sequence([YAMLNode], CollectionStyle)
    case mapping([Entry], CollectionStyle)
  }

  package struct Entry: Sendable {
    package var key: YAMLNode
    package var value: YAMLNode
  }

  package enum ScalarStyle: Sendable {
    case plain, singleQuoted, doubleQuoted, literal, folded
  }

  package enum CollectionStyle: Sendable {
    case block, flow
  }

  /// The text of a scalar; nil for a collection.
  package var text: String? {
    guard case .scalar(let text, _) = content else { return nil }
    return text
  }

  /// What the node means by the 1.2 core schema, without its spelling.
  package var value: YAMLValue {
    switch content {
    case .scalar(let text, let style):
      return CoreSchema.resolve(text, isPlain: style == .plain, tag: tag)
    case .sequence(let items, _):
      return .sequence(items.map(\.value))
    case .mapping(let entries, _):
      return .mapping(entries.map { YAMLValue.Entry(key: $0.key.value, value: $0.value.value) })
    }
  }

  /// A null by the core schema, or an empty text: what a known key counts as absent.
  package var isNull: Bool {
    guard case .scalar(let text, _) = content else { return false }
    return text.isEmpty || value == .null
  }

  /// The nodes directly inside this one.
  var children: [YAMLNode] {
    switch content {
    case .scalar: []
    case .sequence(let items, _): items
    case .mapping(let entries, _): entries.flatMap { [$0.key, $0.value] }
    }
  }

  /// Every anchor on this node or inside it, but not behind an alias.
  var anchorsInside: [String] {
    var names: [String] = []
    var open = [self]
    while let node = open.popLast() {
      guard !node.isAlias else { continue }
      if let anchor = node.anchor { names.append(anchor) }
      open += node.children
    }
    return names
  }
}

/// A value by the 1.2 core schema.
package indirect enum YAMLValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// Decimal digits with an optional minus, without leading zeros; of any length.
  case int(String)
  case float(Double)
  case string(String)
  case sequence([YAMLValue])
  case mapping([Entry])

  package struct Entry: Hashable, Sendable {
    package var key: YAMLValue
    package var value: YAMLValue
  }

  /// Byte equality of strings: `String ==` would take é and e + U+0301 for the same.
  package static func == (a: YAMLValue, b: YAMLValue) -> Bool {
    switch (a, b) {
    case (.null, .null): return true
    case (.bool(let x), .bool(let y)): return x == y
    case (.int(let x), .int(let y)): return x == y
    case (.float(let x), .float(let y)): return x == y || (x.isNaN && y.isNaN)
    case (.string(let x), .string(let y)): return x.utf8.elementsEqual(y.utf8)
    case (.sequence(let x), .sequence(let y)): return x == y
    case (.mapping(let x), .mapping(let y)): return x == y
    default: return false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let x): hasher.combine(x)
    case .int(let x): hasher.combine(x)
    case .float(let x): hasher.combine(x.isNaN ? 0 : x)
    case .string(let x): for byte in x.utf8 { hasher.combine(byte) }
    case .sequence(let x): hasher.combine(x.count)
    case .mapping(let x): hasher.combine(x.count)
    }
  }
}
