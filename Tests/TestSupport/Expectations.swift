package import Testing

/// Expects a text to have some texts in it, and others not.
package func expect(
  _ text: String, has wanted: String..., lacks unwanted: String...,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  expect(text, wanted, unwanted, sourceLocation)
}

/// The same for helpers that take the texts themselves.
package func expect(
  _ text: String, _ wanted: [String], _ unwanted: [String], _ sourceLocation: SourceLocation
) {
  for part in wanted where !text.contains(part) {
    Issue.record("“\(part)” is not in: \(text)", sourceLocation: sourceLocation)
  }
  for part in unwanted where text.contains(part) {
    Issue.record("“\(part)” is in: \(text)", sourceLocation: sourceLocation)
  }
}

extension CommandOutput {
  /// Expects an exit status and what was printed; what is nil is not looked at.
  ///
  /// - Parameters:
  ///   - out: all of the standard output.
  ///   - err: all of the standard error.
  @discardableResult
  package func expect(
    _ status: Int? = nil, out: String? = nil, err: String? = nil, outStarts: String? = nil,
    errStarts: String? = nil, outEnds: String? = nil, errEnds: String? = nil,
    outHas: String..., errHas: String..., outLacks: String..., errLacks: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> CommandOutput {
    if let status {
      #expect(self.status == status, "\(stderrText)", sourceLocation: sourceLocation)
    }
    for (text, all, start, end, wanted, unwanted) in [
      (stdoutText, out, outStarts, outEnds, outHas, outLacks),
      (stderrText, err, errStarts, errEnds, errHas, errLacks),
    ] {
      if let all { #expect(text == all, sourceLocation: sourceLocation) }
      if let start {
        #expect(text.hasPrefix(start), "\(text)", sourceLocation: sourceLocation)
      }
      if let end { #expect(text.hasSuffix(end), "\(text)", sourceLocation: sourceLocation) }
      TestSupport.expect(text, wanted, unwanted, sourceLocation)
    }
    return self
  }
}
