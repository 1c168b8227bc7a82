/// A value that an edit writes.
package enum FieldValue: Sendable, Hashable {
  /// Written so that YAML reads this text as a string.
  case text(String)
  case bool(Bool)
  /// Text that is already the plain spelling of what is meant: a time, a number.
  case plain(String)
  /// A list of texts. Items that stay keep their bytes.
  case list([String])
  /// YAML on one line, written as it is.
  case yaml(String)

}

/// Why an edit was refused.
///
/// The document is as it was.
package enum EditError: Error, Hashable {
  /// The front matter cannot be read; the finding says why and where.
  case brokenFrontMatter(Finding)
  /// The file begins with front matter of another form, which a block of YAML would hide from other programs.
  case foreignFrontMatter(ForeignFrontMatter, line: Int)
  /// The value, or a key that would go, bears an anchor that is used elsewhere.
  case anchorInUse(key: String, anchor: String, line: Int)
  /// The front matter is written as `{…}`: there is no last line to add to.
  case flowMapping(line: Int)
  /// The value is neither a list of tags nor a string of them.
  case notTags(key: String, line: Int)
  /// The YAML given for a key cannot be read.
  case invalidYAML(key: String, message: String)
  /// The edit would have been read back differently. A guard: nothing is written.
  case notReadBack(key: String, line: Int)

  /// The line that the error is about, from 1.
  package var line: Int {
    switch self {
    case .brokenFrontMatter(let finding): finding.line
    case .foreignFrontMatter(_, let line), .anchorInUse(_, _, let line), .flowMapping(let line),
      .notTags(_, let line), .notReadBack(_, let line):
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
      "\(key) bears the anchor &\(anchor), which is used elsewhere in the front matter"
    case .flowMapping:
      "the front matter is written as {…}, where tl cannot add or remove a key"
    case .notTags(let key, _): "\(key) is not a list of tags"
    case .invalidYAML(let key, let message): "the value given for \(key) is not YAML: \(message)"
    case .notReadBack(let key, _): "\(key) cannot be changed here without touching something else"
    }
  }
}
