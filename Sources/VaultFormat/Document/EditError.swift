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
