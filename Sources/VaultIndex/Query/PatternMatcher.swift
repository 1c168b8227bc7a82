/// The regular expression is invalid.
package struct PatternError: Error, Hashable {
  package var pattern: String
  /// The error message of the library.
  package var reason: String
}

/// A regular expression for the text of notes, in the syntax of Swift's `Regex`; `^` and `$` match at lines.
///
/// Each thread compiles its own, since a compiled `Regex` cannot be shared.
struct PatternMatcher {
  private let regex: Regex<AnyRegexOutput>

  init(_ pattern: String, ignoresCase: Bool) throws(PatternError) {
    do {
      regex = try Regex(pattern).anchorsMatchLineEndings().ignoresCase(ignoresCase)
    } catch {
      throw PatternError(pattern: pattern, reason: "\(error)")
    }
  }

  func matches(_ text: String) -> Bool { text.firstMatch(of: regex) != nil }
}
