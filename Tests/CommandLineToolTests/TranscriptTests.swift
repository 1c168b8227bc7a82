import TestSupport
import Testing

/// What `tl` prints, command by command, in files that a person can read and write.
///
/// `TestSupport/Transcript.swift` says what stands in them; `TL_RECORD=1` rewrites them.
@Suite("Transcripts")
struct TranscriptTests {
  private static let folder = "Tests/CommandLineToolTests/Transcripts"

  @Test("a transcript prints what it says", arguments: TranscriptFile.all(in: folder))
  func transcript(file: TranscriptFile) throws {
    for problem in try file.problems() { Issue.record("\n\(problem)") }
  }

  @Test("there are transcripts")
  func thereAreSome() {
    #expect(!TranscriptFile.all(in: Self.folder).isEmpty)
  }
}
