/// Something about the user's text or files that deserves a word.
///
/// Not an error: the note is still read, listed and searched.
package struct Finding: Hashable, Sendable {
  package enum Severity: String, Sendable, CaseIterable {
    case error, warning, info
  }

  /// How much it matters: `error` is damage or loss waiting to happen, `warning` will not survive
  /// everywhere, `info` is worth knowing.
  package var severity: Severity
  package var code: Code
  /// A lower-case sentence without a full stop; it reads after `path:line:column: severity: `.
  ///
  /// It may quote the user's text and has to be made safe before it goes to a terminal.
  package var message: String
  /// 1-based line in the file.
  package var line: Int
  /// 1-based column in bytes of UTF-8.
  package var column: Int

  package init(
    _ severity: Severity, _ code: Code, _ message: String, line: Int = 1, column: Int = 1
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.line = line
    self.column = column
  }

  /// A stable name for scripts, listed in docs/vault-format.md.
  ///
  /// Open, so that each module can add its own next to the rule that reports it.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
    package init(_ rawValue: String) { self.rawValue = rawValue }
  }
}

/// A finding and the file it is about.
package struct LocatedFinding: Hashable, Sendable {
  package var path: VaultPath
  package var finding: Finding

  package init(_ path: VaultPath, _ finding: Finding) {
    self.path = path
    self.finding = finding
  }
}
