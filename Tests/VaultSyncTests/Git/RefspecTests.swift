import Testing

@testable import Git
@testable import VaultSync

@Suite("Refspecs of git's settings")
struct RefspecTests {
  @Test(
    "where a reference goes",
    arguments: [
      ("+refs/heads/*:refs/remotes/origin/*", "refs/heads/a/b", "refs/remotes/origin/a/b"),
      ("refs/heads/*:refs/remotes/origin/*", "refs/tags/a", nil),
      ("refs/heads/a*z:refs/x/*/y", "refs/heads/abcz", "refs/x/bc/y"),
      ("refs/heads/a*z:refs/x/*/y", "refs/heads/abc", nil),
      ("refs/heads/aa*aa:refs/x/*", "refs/heads/aaa", nil),
      ("main:notes", "refs/heads/main", "refs/heads/notes"),
      ("main", "refs/heads/main", nil), ("main:", "refs/heads/main", nil),
      ("^refs/heads/*", "refs/heads/main", nil), (":", "refs/heads/main", nil),
      ("", "refs/heads/main", nil), ("*:*", "refs/heads/main", "refs/heads/main"),
      ("refs/heads/é*:refs/x/*", "refs/heads/é\u{301}n", "refs/x/\u{301}n"),
    ] as [(String, String, String?)])
  func mapping(line: String, reference: String, expected: String?) {
    #expect(Refspec(line).mapped(reference) == expected)
  }

  @Test(
    "where what is known of a remote's branch is kept",
    arguments: [
      (["+refs/heads/*:refs/remotes/origin/*"], "refs/remotes/origin/main"),
      (["+refs/heads/main:refs/remotes/elsewhere/trunk"], "refs/remotes/elsewhere/trunk"),
      (["+refs/heads/*:refs/heads/*"], "refs/remotes/origin/main"),
      (["+refs/*:refs/*"], "refs/remotes/origin/main"), ([], "refs/remotes/origin/main"),
      (["+refs/heads/other:refs/remotes/origin/other"], "refs/remotes/origin/main"),
      (["+refs/heads/*:refs/remotes/x/*", "^refs/heads/main"], "refs/remotes/origin/main"),
      (["+refs/heads/m*:refs/heads/*", "main:refs/remotes/y/main"], "refs/remotes/origin/main"),
    ])
  func tracking(lines: [String], expected: String) {
    let refspecs = lines.map { Refspec($0) }
    #expect(refspecs.trackingReference(of: "refs/heads/main", at: "origin") == expected)
  }
}
