import Foundation
import Testing

/// The specification and its cases name each other completely.
@Suite("The specification's rules")
struct SpecCoverageTests {
  /// The parts whose rules this module keeps; those of the others name the test that keeps them.
  private static let ownParts: Set<Character> = ["F", "Y", "L", "K", "T", "I", "D", "E", "M"]

  private static let text: String = {
    let file = SpecCase.folder.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "docs/vault-format.md")
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }()

  /// Rules begin a paragraph with `**F-1**`.
  private static let rules: [(name: String, text: String)] = text.components(separatedBy: "\n\n")
    .compactMap { paragraph in
      guard let match = paragraph.prefixMatch(of: /\*\*([A-Z]-[0-9]+)\*\*/) else { return nil }
      return (String(match.1), paragraph)
    }

  @Test(
    "every rule has a case",
    .enabled(if: ProcessInfo.processInfo.environment["TL_TEST_CASE"] == nil))
  func everyRuleHasACase() {
    #expect(Self.rules.count > 50, "docs/vault-format.md was not read")
    let held = Set(SpecCase.all.flatMap(\.rules))
    for rule in Self.rules where !held.contains(rule.name) {
      let isElsewhere = rule.text.contains("*Held by ")
      #expect(isElsewhere, "\(rule.name) has no case")
    }
  }

  @Test("a rule of another module names the test that holds it")
  func otherRulesNameTheirTests() {
    for rule in Self.rules {
      guard let initial = rule.name.first, !Self.ownParts.contains(initial) else { continue }
      #expect(rule.text.contains("*Held by "), "\(rule.name) names no test")
    }
  }

  @Test("every case names rules that exist")
  func everyCaseNamesRules() {
    let known = Set(Self.rules.map(\.name))
    for spec in SpecCase.all {
      #expect(!spec.rules.isEmpty, "\(spec) names no rule")
      for rule in spec.rules { #expect(known.contains(rule), "\(spec): there is no rule \(rule)") }
    }
  }

  @Test("rules are numbered from 1 without gaps or repeats")
  func rulesAreNumbered() {
    var next: [Character: Int] = [:]
    for (name, _) in Self.rules {
      guard let part = name.first, let number = Int(name.dropFirst(2)) else { continue }
      #expect(number == next[part, default: 1], "\(name) is out of order")
      next[part] = number + 1
    }
  }
}
