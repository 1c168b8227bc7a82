/// The value that a YAML reader must find in a key after an edit.
enum ExpectedValue {
  case value(YAMLValue)
  /// A list of scalars with these texts, of any type: items that were there before keep their spelling.
  case texts([String])

  /// - Throws: `.invalidYAML` where the YAML given is not one value on one line.
  init(_ value: FieldValue, for key: String) throws(EditError) {
    switch value {
    case .text(let text): self = .value(.string(text))
    case .bool(let value): self = .value(.bool(value))
    case .plain(let text): self = .value(CoreSchema.resolve(text, isPlain: true, tag: nil))
    case .list(let items): self = .texts(items)
    case .yaml(let text): self = .value(try Self.reading(text, for: key))
    }
  }

  func matches(_ node: YAMLNode) -> Bool {
    switch self {
    case .value(let value): return node.value == value
    case .texts(let texts):
      guard case .sequence(let items, _) = node.content, items.count == texts.count else {
        return false
      }
      return zip(items, texts).allSatisfy { item, text in
        item.text.map { $0.utf8.elementsEqual(text.utf8) } ?? false
      }
    }
  }

  private static func reading(_ text: String, for key: String) throws(EditError) -> YAMLValue {
    // Includes the line breaks of YAML 1.1, which libyaml accepts.
    guard
      !text.unicodeScalars.contains(where: {
        "\n\r\u{85}\u{2028}\u{2029}".unicodeScalars.contains($0)
      })
    else { throw .invalidYAML(key: key, message: "it has more than one line") }
    let line = Array(("x: " + text + "\n").utf8)
    let probe = line.withUnsafeBufferPointer { FrontMatter(throughLibYAML: $0, in: 0..<line.count) }
    if let problem = probe.problem {
      let message = String(problem.message.trimmingPrefix("broken YAML: "))
      throw .invalidYAML(key: key, message: message)
    }
    guard probe.fields.count == 1, let field = probe.fields.first else {
      throw .invalidYAML(key: key, message: "it is more than one value")
    }
    return field.value.value
  }
}
