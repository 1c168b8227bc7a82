internal import VaultFormat

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

  func ranges(in text: String) -> [Range<String.Index>] { text.ranges(of: regex) }
}
