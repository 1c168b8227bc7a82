/// The front matter of a document: its keys in file order, or the reason why it cannot be read.
package struct FrontMatter: Sendable {
  /// The lines between the fences, as byte offsets in the document from 0.
  package var range: Range<Int>
  package var fields: [Field]
  /// The style of the outermost mapping.
  package var style: YAMLNode.CollectionStyle
  /// The YAML error; if set, `fields` is empty and nothing can be edited.
  package var problem: Finding?

  package struct Field: Sendable {
    package var key: YAMLNode
    package var value: YAMLNode

    /// The text of the key; empty for a key that is a collection.
    package var name: String { key.text ?? "" }

    /// Compares byte for byte; false for a key that is a collection, even if `name` is empty.
    func isNamed(_ name: String) -> Bool {
      key.text.map { $0.utf8.elementsEqual(name.utf8) } ?? false
    }
  }

  /// The first field with this name, compared byte for byte.
  package func field(named name: String) -> Field? {
    fields.first { $0.isNamed(name) }
  }

  /// All keys and values, resolved by the YAML 1.2 core schema, in file order.
  package var properties: [(key: String, value: YAMLValue)] {
    fields.map { ($0.name, $0.value.value) }
  }
}

extension FrontMatter {
  /// Reads the lines at `range` with the fast parser, or with libyaml if they are not in its subset.
  init(of bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>) {
    var plain = PlainFrontMatter()
    if plain.scan(bytes, in: range) {
      self.init(range: range, fields: plain.nodes(of: bytes), style: .block, problem: nil)
    } else {
      self.init(throughLibYAML: bytes, in: range)
    }
  }

  /// Reads a whole YAML file, such as the settings, as keys and values.
  package init(settings bytes: [UInt8]) {
    self = bytes.withUnsafeBufferPointer { FrontMatter(throughLibYAML: $0, in: 0..<bytes.count) }
  }

  /// Reads the lines at `range` with libyaml alone; the tests compare both parsers.
  init(throughLibYAML bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>) {
    self.init(range: range, fields: [], style: .block, problem: nil)
    do {
      guard let root = try LibYAMLComposer.compose(bytes, in: range) else { return }
      switch root.content {
      case .mapping(let entries, let style):
        self.style = style
        fields = entries.map { Field(key: $0.key, value: $0.value) }
      case .scalar("", .plain): break
      default:
        problem = Self.broken(
          "the front matter is not a list of keys and values", at: root.range.lowerBound, in: bytes)
      }
    } catch {
      problem = Self.broken(error.message, at: error.offset, in: bytes)
    }
  }

  private static func broken(
    _ message: String, at offset: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Finding {
    let position = SourcePosition(of: offset, in: bytes)
    return Finding(
      .error, .brokenFrontMatter, message: "broken YAML: \(message)",
      line: position.line, column: position.column)
  }
}

extension Finding.Code {
  package static let brokenFrontMatter = Finding.Code("broken-front-matter")
  package static let unclosedFrontMatter = Finding.Code("unclosed-front-matter")
}
