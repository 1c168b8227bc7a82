import Foundation
import TestSupport
import Testing

@Suite("The reference")
struct ReferenceTests {
  @Test("docs/cli-reference.md is what tl prints")
  func isUpToDate() throws {
    var runner = try CommandRunner()
    let output = try runner.tl("generate", "reference").expect(0, err: "")
    let printed = output.stdoutText.split(separator: "\n", omittingEmptySubsequences: false)
    let kept = try RepositoryRoot.text(of: "docs/cli-reference.md")
      .split(separator: "\n", omittingEmptySubsequences: false)
    if TranscriptFile.isRecording {
      try output.stdoutText.write(
        toFile: RepositoryRoot.path("docs/cli-reference.md"), atomically: true, encoding: .utf8)
    }
    let difference = zip(printed, kept).first { $0 != $1 }
    #expect(
      printed == kept,
      """
      the commands and docs/cli-reference.md differ; make record rewrites it
      tl prints: \(difference?.0 ?? "")
      the file:  \(difference?.1 ?? "")
      """)
  }
}
