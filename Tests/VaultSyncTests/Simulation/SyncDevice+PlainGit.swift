import TestSupport

@testable import Git
@testable import VaultSync

extension SyncDevice {
  /// Commits the whole folder and pulls with the git program, as a person who does not use tl for it.
  ///
  /// Where git cannot join the two alone, the person takes the pull back and leaves it to tl.
  func pullByGit() throws {
    var environment = settings.network.environment
    for person in ["AUTHOR", "COMMITTER"] { environment["GIT_\(person)_DATE"] = "\(now) +0000" }
    func git(_ arguments: String...) throws -> Int {
      try GitProgram.attempt(arguments, in: path, environment: environment).status
    }
    _ = try git("add", "-A")
    _ = try git("commit", "-q", "-m", "by hand")
    if try git("pull", "-q", "--no-rebase", "--no-edit", "origin", "main") != 0 {
      _ = try git("merge", "--abort")
    }
  }
}
