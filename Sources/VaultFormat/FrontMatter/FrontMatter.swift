/// The front matter of a document: its keys in file order, or why it cannot be read.
package struct FrontMatter: Sendable {
  /// The lines between the fences; bytes of the document, from 0.
  package var range: Range<Int>
  package var fields: [Field]
  /// How the outermost mapping is written.
  package var style: YAMLNode.CollectionStyle
  /// Why the YAML is broken; `fields` is empty then, and nothing may be edited.
  package var problem: Finding?

  package struct Field: Sendable {
    package var key: YAMLNode
    package var value: YAMLNode

    /// The key as text; a key that is a collection has none, and no name of tl.
    package var name: String { key.text ?? "" }

    /// Compares byte for byte.
    ///
    /// A key that is a collection has no name, not even an empty one.
    func isNamed(_ name: String) -> Bool {
      key.text.map { $0.utf8.elementsEqual(name.utf8) } ?? false
    }
  }

  /// The first field of this name, compared byte for byte.
  package func field(named name: String) -> Field? {
    fields.first { $0.isNamed(name) }
  }

  /// The whole front matter by the 1.2 core schema, in file order.
  package var properties: [(key: String, value: YAMLValue)] {
    fields.map { ($0.name, $0.value.value) }
  }
}

extension FrontMatter {
  /// Reads the lines at `range`: the plain subset at once, anything else through libyaml.
  init(of bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>) {
    var plain = PlainFrontMatter()
    if plain.scan(bytes, in: range) {
      self.init(range: range, fields: plain.nodes(of: bytes), style: .block, problem: nil)
    } else {
      self.init(throughLibYAML: bytes, in: range)
    }
  }

  /// Reads a whole file of YAML, such as settings, as keys and values.
  package init(settings bytes: [UInt8]) {
    self = bytes.withUnsafeBufferPointer { FrontMatter(throughLibYAML: $0, in: 0..<bytes.count) }
  }

  /// Reads the lines at `range` with libyaml alone; the tests compare the two ways.
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
    let place = SourcePlace(of: offset, in: bytes)
    return Finding(
      .error, .brokenFrontMatter, "broken YAML: \(message)", line: place.line, column: place.column)
  }
}

extension Finding.Code {
  package static let brokenFrontMatter = Finding.Code("broken-front-matter")
  package static let unclosedFrontMatter = Finding.Code("unclosed-front-matter")
}
