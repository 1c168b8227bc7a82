/// A problem in the user's text or files.
///
/// Not an error of tl: the note is still read, listed and searched.
package struct Finding: Hashable, Sendable {
  package enum Severity: String, Sendable, CaseIterable {
    case error, warning, info
  }

  /// The severity: an `error` leads to damage or loss, a `warning` to problems on other systems, an `info` is worth
  /// knowing.
  package var severity: Severity
  package var code: Code
  /// A lower-case sentence without a full stop, printed after `path:line:column: severity: `.
  ///
  /// May quote the user's text; escape it before printing it to a terminal.
  package var message: String
  /// 1-based line in the file.
  package var line: Int
  /// 1-based column in bytes of UTF-8.
  package var column: Int

  package init(
    _ severity: Severity, _ code: Code, message: String, line: Int = 1, column: Int = 1
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.line = line
    self.column = column
  }

  /// A stable name for scripts, listed in docs/vault-format.md.
  ///
  /// Not an enum, so that each module can add codes next to the rule that reports them.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
    package init(_ rawValue: String) { self.rawValue = rawValue }
  }
}

/// A finding and its file.
package struct LocatedFinding: Hashable, Sendable {
  package var path: VaultPath
  package var finding: Finding

  package init(_ path: VaultPath, _ finding: Finding) {
    self.path = path
    self.finding = finding
  }
}
