/// A YAML node and the bytes it was read from.
package struct YAMLNode: Sendable {
  /// The byte range in the document, from 0: the node with its anchor and tag, without the blanks, comments and line
  /// endings after it.
  ///
  /// Empty for a null that is not written.
  package var range: Range<Int>
  package var content: Content
  /// An explicit tag such as `tag:yaml.org,2002:str`; nil if the schema decides.
  package var tag: String?
  /// The name of the anchor on this node; the name of the anchored node for an alias.
  package var anchor: String?
  /// The file has `*name` here; `content` is that of the anchored node.
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

  /// The value by the YAML 1.2 core schema.
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

  /// Whether the node is null by the core schema, or empty text; a known key with such a value counts as absent.
  package var isNull: Bool {
    guard case .scalar(let text, _) = content else { return false }
    return text.isEmpty || value == .null
  }

  /// The direct children; for a mapping, keys and values alternate.
  var children: [YAMLNode] {
    switch content {
    case .scalar: []
    case .sequence(let items, _): items
    case .mapping(let entries, _): entries.flatMap { [$0.key, $0.value] }
    }
  }

  /// This node and all nodes inside it, not following aliases; of siblings the last one first.
  var nodesInside: [YAMLNode] {
    var nodes: [YAMLNode] = []
    var open = [self]
    while let node = open.popLast() {
      nodes.append(node)
      if !node.isAlias { open += node.children }
    }
    return nodes
  }

  /// The names of all anchors on this node or inside it, not following aliases.
  var anchorsInside: [String] { nodesInside.compactMap { $0.isAlias ? nil : $0.anchor } }
}

extension YAMLNode {
  /// The value as plain text; the items of a list are joined by commas.
  package var plainText: String {
    switch content {
    case .scalar(let text, _): text
    case .sequence(let items, _): items.map(\.plainText).joined(separator: ", ")
    case .mapping(let entries, _):
      "{" + entries.map { "\($0.key.plainText): \($0.value.plainText)" }.joined(separator: ", ")
        + "}"
    }
  }
}

/// A value resolved by the YAML 1.2 core schema.
package indirect enum YAMLValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// Decimal digits of any length with an optional minus, without leading zeros.
  case int(String)
  case float(Double)
  case string(String)
  case sequence([YAMLValue])
  case mapping([Entry])

  package struct Entry: Hashable, Sendable {
    package var key: YAMLValue
    package var value: YAMLValue
  }

  /// Compares strings byte for byte: with `String ==`, é and e + U+0301 are equal.
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
