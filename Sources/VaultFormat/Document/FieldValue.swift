/// A value to be written by an edit.
package enum FieldValue: Sendable, Hashable {
  /// Written so that YAML reads this text as a string.
  case text(String)
  case bool(Bool)
  /// Text written as a plain scalar, such as a time or a number.
  case plain(String)
  /// A list of texts. Items that are already in the list keep their bytes.
  case list([String])
  /// One line of YAML, written verbatim.
  case yaml(String)
}

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

/// The reason why an edit was refused.
///
/// The document is unchanged.
package enum EditError: Error, Hashable {
  /// The front matter cannot be read; the finding has the reason and position.
  case brokenFrontMatter(Finding)
  /// The file begins with front matter in another format, which a YAML block would hide from other programs.
  case foreignFrontMatter(ForeignFrontMatter, line: Int)
  /// The value, or a key to be removed, has an anchor that is used elsewhere.
  case anchorInUse(key: String, anchor: String, line: Int)
  /// The front matter is written as `{…}`, without a line for each key.
  case flowMapping(line: Int)
  /// The value is neither a list of texts nor one text, so that a list with another item would lose something.
  case notTexts(key: String, line: Int)
  /// The YAML given for a key cannot be read.
  case invalidYAML(key: String, message: String)
  /// A YAML reader would not read exactly the intended edit, so nothing is written.
  case notReadBack(key: String, line: Int)

  /// The line of the error, from 1.
  package var line: Int {
    switch self {
    case .brokenFrontMatter(let finding): finding.line
    case .foreignFrontMatter(_, let line), .anchorInUse(_, _, let line), .flowMapping(let line),
      .notTexts(_, let line), .notReadBack(_, let line):
      line
    case .invalidYAML: 1
    }
  }
}

extension EditError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .brokenFrontMatter(let finding): finding.message
    case .foreignFrontMatter(let form, _):
      "the front matter is \(form.rawValue), which tl does not edit"
    case .anchorInUse(let key, let anchor, _):
      "\(key) has the anchor &\(anchor), which is used elsewhere in the front matter"
    case .flowMapping:
      "the front matter is written as {…}, where tl cannot add or remove a key"
    case .notTexts(let key, _):
      "\(key) is not a list of \(KnownKey.named(key)?.key == .tags ? "tags" : "texts alone")"
    case .invalidYAML(let key, let message): "the value given for \(key) is not YAML: \(message)"
    case .notReadBack(let key, _): "\(key) cannot be changed here without changing something else"
    }
  }
}
