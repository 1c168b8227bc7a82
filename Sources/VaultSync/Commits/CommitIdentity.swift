package import Git
package import VaultFormat

/// The author and committer of a commit.
///
/// libgit2 reads only `user.name` and `user.email`; this follows git (git-commit(1), "Commit Information"): the
/// variables `GIT_AUTHOR_*` and `GIT_COMMITTER_*`, then `author.*` and `committer.*`, then `user.*`, and for the
/// address `EMAIL`. A missing name or address is taken from the account and the device.
package struct CommitIdentity: Sendable {
  package let author: Person
  package let committer: Person
  /// Whether a name or an address is missing in the settings.
  package let usesDefaults: Bool

  /// - Parameters:
  ///   - setting: returns a value of git's configuration.
  ///   - userName: of the account.
  ///   - time: with the UTC offset of the commit.
  package init(
    environment: [String: String], setting: (String) -> String?, userName: String, device: String,
    time: NoteTime
  ) {
    var usesDefaults = false
    func first(_ values: [String?]) -> String? {
      values.lazy.compactMap { $0 }.map(Self.cleaned).first { !$0.isEmpty }
    }
    func person(_ variable: String, _ section: String) -> Person {
      let name = first([
        environment["GIT_\(variable)_NAME"], setting("\(section).name"), setting("user.name"),
      ])
      let email = first([
        environment["GIT_\(variable)_EMAIL"], setting("\(section).email"), setting("user.email"),
        environment["EMAIL"],
      ])
      usesDefaults = usesDefaults || name == nil || email == nil
      let account = first([userName]) ?? "tl"
      return Person(
        name: name ?? account, email: email ?? "\(account)@\(device)", time: time.seconds,
        offsetMinutes: time.offset / 60)
    }
    author = person("AUTHOR", "author")
    committer = person("COMMITTER", "committer")
    self.usesDefaults = usesDefaults
  }

  /// The identity of a rewritten commit.
  init(author: Person, committer: Person) {
    self.author = author
    self.committer = committer
    usesDefaults = false
  }

  /// Without the characters that have a meaning in git's format.
  private static func cleaned(_ text: String) -> String {
    let kept = text.unicodeScalars.filter { $0.value >= 0x20 && $0 != "<" && $0 != ">" }
    let words = String(String.UnicodeScalarView(kept)).split(separator: " ")
    return words.joined(separator: " ")
  }
}
