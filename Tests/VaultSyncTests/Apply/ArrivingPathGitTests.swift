import TestSupport
import Testing
import VaultFormat

@testable import VaultSync

@Suite("Paths that may arrive, beside git's own check")
struct ArrivingPathGitTests {
  @Test("whatever is refused of random spellings of .git, git would not write either")
  func agreesWithGit() throws {
    let parts = [
      ".", "g", "G", "i", "I", "t", "T", "~1", " ", ":", "\u{200C}", "\u{FEFF}", "x", "/",
    ]
    try withSeed { generator, _ in
      let repository = try TestRepository()
      for _ in 0..<60 {
        let count = Int.random(in: 3...7, using: &generator)
        let text = generator.pick(count, of: parts).joined()
        let output = try GitProgram.attempt(
          [
            "-c", "core.protectHFS=true", "-c", "core.protectNTFS=true", "update-index", "--add",
            "--cacheinfo", "100644,e69de29bb2d1d6434b8b29ae775ad8c2e48c5391,\(text)",
          ], in: repository.path)
        // What git refuses is refused here; tl refuses a little more.
        if output.status != 0, output.stderrText.contains("Invalid path") {
          #expect(
            ArrivingPath.refusal(of: Array(text.utf8)) != nil, "\(text.debugDescription)")
        }
      }
    }
  }
}
