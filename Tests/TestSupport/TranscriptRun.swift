private import Foundation

/// A transcript that was run: what differs, and the file as it would have to be.
package struct TranscriptRun: Sendable {
  /// For each step that did something else, a block for people: its place, its command, the lines.
  package private(set) var mismatches: [String] = []
  /// The transcript with what was printed in place of what did not match.
  package private(set) var recorded: Transcript

  /// Runs every step of `transcript`, also those after a mismatch; `name` stands in the blocks.
  package init(_ transcript: Transcript, name: String) throws {
    recorded = transcript
    let folder = try TemporaryFolder()
    var runner = try Self.prepare(transcript.vault, in: folder)
    let names = [
      (runner.directory, "$VAULT"), (folder.path("home"), "$HOME"), (folder.path, "$TMP"),
    ]
    for index in transcript.items.indices {
      guard case .step(let step) = transcript.items[index] else { continue }
      let output = try runner.shell(step.command)
      let stdout = TranscriptDifference(
        expected: step.stdout, printed: TranscriptLine.lines(of: output.stdout, names: names))
      let stderr = TranscriptDifference(
        expected: step.stderr, printed: TranscriptLine.lines(of: output.stderr, names: names))
      var actual = step
      actual.stdout = stdout.corrected
      actual.stderr = stderr.corrected
      actual.status = output.status
      recorded.items[index] = .step(actual)
      guard !stdout.isEmpty || !stderr.isEmpty || step.status != output.status else { continue }
      var block = ["\(name):\(step.line):"] + step.commandLines.map { "    \($0)" }
      block += stdout.lines(mark: ">") + stderr.lines(mark: "2>")
      if step.status != output.status { block += ["  - ?\(step.status)", "  + ?\(output.status)"] }
      mismatches.append(block.joined(separator: "\n"))
    }
  }

  private static func prepare(_ vault: Transcript.Vault, in folder: TemporaryFolder) throws
    -> CommandRunner
  {
    if vault == .example {
      try FileManager.default.copyItem(
        atPath: RepositoryRoot.path("example-vault"), toPath: folder.path("vault"))
    }
    var runner = try CommandRunner(folder: folder)
    if vault == .empty {
      let fresh = runner
      let output = try runner.tl("init")
      guard output.status == 0 else {
        throw CommandFailure(description: "tl init: status \(output.status), \(output.stderrText)")
      }
      runner = fresh
    }
    return runner
  }
}

/// A file of a folder of transcripts.
package struct TranscriptFile: Sendable, CustomStringConvertible {
  /// Relative to the checkout.
  package let path: String

  package var description: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The transcripts in a folder of the checkout and below, in order.
  package static func all(in folder: String) -> [TranscriptFile] {
    RepositoryRoot.files(below: folder, withExtension: "transcript").map(TranscriptFile.init)
  }

  /// Whether `TL_RECORD=1` asks for the files to be rewritten with what is printed.
  package static let isRecording = ProcessInfo.processInfo.environment["TL_RECORD"] == "1"

  /// Runs the transcript; the problems found, each a text for people.
  ///
  /// While recording, the file is rewritten, and that is a problem too: a run that records proves
  /// nothing.
  package func problems() throws -> [String] {
    let transcript: Transcript
    do {
      transcript = try Transcript(RepositoryRoot.text(of: path))
    } catch let error as TranscriptError {
      return ["\(path):\(error.line): \(error.message)"]
    }
    let run = try TranscriptRun(transcript, name: path)
    guard Self.isRecording else { return run.mismatches }
    let file = URL(fileURLWithPath: RepositoryRoot.path(path))
    try Data(run.recorded.text.utf8).write(to: file, options: .atomic)
    return ["\(path): recorded; look at the difference, then run without TL_RECORD"]
  }
}
