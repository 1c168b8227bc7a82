package import Git
package import VaultFormat

/// Who stands in a commit as its author and its committer.
///
/// libgit2 looks at `user.name` and `user.email` alone; this follows git (git-commit(1), "Commit
/// Information"): the variables `GIT_AUTHOR_*` and `GIT_COMMITTER_*`, then `author.*` and `committer.*`,
/// then `user.*`, and for the address `EMAIL`. Where a name or an address is missing, those of the
/// account and the device stand in.
package struct CommitIdentity: Sendable {
  package let author: Person
  package let committer: Person
  /// Nobody has said who they are: a name or an address was made up.
  package let isMadeUp: Bool

  /// - Parameters:
  ///   - setting: the value of a key of git's configuration.
  ///   - userName: of the account.
  ///   - time: with the offset that the commit shows.
  package init(
    environment: [String: String], setting: (String) -> String?, userName: String, device: String,
    time: NoteTime
  ) {
    var isMadeUp = false
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
      isMadeUp = isMadeUp || name == nil || email == nil
      let account = first([userName]) ?? "tl"
      return Person(
        name: name ?? account, email: email ?? "\(account)@\(device)", time: time.seconds,
        offsetMinutes: time.offset / 60)
    }
    author = person("AUTHOR", "author")
    committer = person("COMMITTER", "committer")
    self.isMadeUp = isMadeUp
  }

  /// Of a commit that is made anew.
  init(author: Person, committer: Person) {
    self.author = author
    self.committer = committer
    isMadeUp = false
  }

  /// Without what git's format of a person gives a meaning to.
  private static func cleaned(_ text: String) -> String {
    let kept = text.unicodeScalars.filter { $0.value >= 0x20 && $0 != "<" && $0 != ">" }
    let words = String(String.UnicodeScalarView(kept)).split(separator: " ")
    return words.joined(separator: " ")
  }
}
