/// Git's settings `url.BASE.insteadOf` and `url.BASE.pushInsteadOf`, which replace the beginning of an address by `BASE`.
///
/// libgit2 knows them too, but leaks about 20 KB for each setting of the repository that it compares with their names
/// (1.5, `git_regexp_match`): a program that syncs all day would grow without end.
struct AddressRules {
  private typealias Rule = (beginning: String, base: String)
  private let rules: [Rule]
  private let pushRules: [Rule]

  init(_ settings: borrowing GitConfiguration) throws(GitError) {
    let entries = try settings.entries(of: "url")
    func rules(_ key: String) -> [Rule] {
      entries.compactMap { entry in
        guard entry.key == key, let base = entry.subsection else { return nil }
        return (beginning: entry.value, base: base)
      }
    }
    self.rules = rules("insteadof")
    pushRules = rules("pushinsteadof")
  }

  func fetchAddress(_ text: String) -> String { Self.rewritten(text, by: rules) ?? text }

  /// For a remote without a `pushurl`.
  func pushAddress(_ text: String) -> String {
    Self.rewritten(text, by: pushRules) ?? fetchAddress(text)
  }

  /// By the rule with the longest beginning, of several the first; nil if none matches.
  private static func rewritten(_ text: String, by rules: [Rule]) -> String? {
    var best: Rule?
    for rule in rules where text.utf8.starts(with: rule.beginning.utf8) {
      if let best, best.beginning.utf8.count >= rule.beginning.utf8.count { continue }
      best = rule
    }
    return best.map { rule in
      rule.base + String(decoding: text.utf8.dropFirst(rule.beginning.utf8.count), as: UTF8.self)
    }
  }
}
