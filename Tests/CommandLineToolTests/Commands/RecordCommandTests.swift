import Foundation
import TestSupport
import Testing

/// Recorders are programs of the tests, found on the path as the real ones are.
@Suite("tl record")
struct RecordCommandTests {
  private static func vault(recorder: String) throws -> (TemporaryFolder, CommandRunner) {
    let folder = try TemporaryFolder()
    var runner = try CommandRunner(folder: folder)
    try runner.tl("init")
    try folder.write("One\n", to: "vault/one.md")
    try folder.writeProgram(recorder, to: "bin/arecord")
    return (folder, runner)
  }

  /// Writes a sound to its last argument, says that it runs, and ends it when it is interrupted.
  private static let good = """
    #!/bin/sh
    for file; do :; done
    trap 'echo end of the sound >> "$file"; exit 0' INT
    printf 'RIFF%060d' 0 > "$file"
    echo "$@" > started
    while :; do sleep 0.02; done

    """

  /// Presses Enter once the recorder runs.
  private static func enter(_ command: String) -> String {
    "(while [ ! -e started ]; do sleep 0.02; done; echo) | \(command)"
  }

  private static func recordings(_ folder: TemporaryFolder) -> [String] {
    folder.contents().filter { $0.contains(".tl/local/recordings/") }
  }

  @Test("Enter ends it, the recorder finishes its file, and the note has it")
  func note() throws {
    var (folder, runner) = try Self.vault(recorder: Self.good)
    let output = try runner.shell(Self.enter("tl record one.md"))
    #expect(output.status == 0, "\(output.stderrText)")
    let path = output.stdoutText.trimmingCharacters(in: .newlines)
    #expect(path.hasPrefix("one.media/recording-2026-11-20-") && path.hasSuffix(".wav"))
    let sound = try folder.read("vault/\(path)")
    #expect(String(decoding: sound, as: UTF8.self).hasSuffix("end of the sound\n"))
    #expect(Self.recordings(folder).isEmpty)
    let words = String(decoding: try folder.read("vault/started"), as: UTF8.self)
    #expect(words.hasPrefix("-q -t wav -f S16_LE -c 1 -r 44100 /"))
  }

  @Test("without a note a new one is made, and a second recording replaces nothing")
  func newNote() throws {
    var (folder, runner) = try Self.vault(recorder: Self.good)
    let output = try runner.shell(Self.enter("tl record"))
    #expect(output.status == 0, "\(output.stderrText)")
    let lines = output.stdoutText.split(separator: "\n").map(String.init)
    try #require(lines.count == 2)
    let note = try #require(lines[0].split(separator: " ").last.map(String.init))
    #expect(lines[1].hasPrefix(note.dropLast(3) + ".media/recording-"))
    let again = try runner.shell(
      "for n in 1 2; do rm started; \(Self.enter("tl record \(note)")); done")
    #expect(again.status == 0, "\(again.stderrText)")
    #expect(folder.contents().filter { $0.hasSuffix(".wav") }.count == 3)
  }

  @Test("SIGINT and SIGTERM end it as Enter does", arguments: ["INT", "TERM"])
  func signal(name: String) throws {
    var (folder, runner) = try Self.vault(recorder: Self.good)
    // A shell's background job ignores SIGINT unless job control is on.
    let output = try runner.shell(
      """
      set -m
      tl record one.md < /dev/null & pid=$!
      while [ ! -e started ]; do sleep 0.02; done
      kill -\(name) $pid
      wait $pid
      """)
    #expect(output.status == 0, "\(output.stderrText)")
    #expect(folder.contents().filter { $0.hasSuffix(".wav") }.count == 1)
  }

  @Test("a recorder that fails is named with its words, and leaves no note")
  func failing() throws {
    var (folder, runner) = try Self.vault(
      recorder:
        "#!/bin/sh\necho 'first line' >&2\necho 'audio open error: No such device' >&2\nexit 1\n")
    let output = try runner.shell("tl record < /dev/null")
    #expect(output.status == 2)
    #expect(
      output.stderrText.contains(
        """
        tl: error: arecord ended with status 1: audio open error: No such device
        hint: is there a microphone that works? TL_RECORDER names another program

        """), "\(output.stderrText)")
    #expect(folder.contents().filter { $0.hasSuffix(".md") } == ["vault/one.md"])
    #expect(Self.recordings(folder).isEmpty)
  }

  @Test("what a recorder had before it failed is kept, and said")
  func broken() throws {
    var (folder, runner) = try Self.vault(
      recorder: "#!/bin/sh\nfor file; do :; done\nprintf '%0100d' 0 > \"$file\"\nexit 3\n")
    let output = try runner.shell("tl record one.md < /dev/null")
    #expect(output.status == 2)
    let kept = Self.recordings(folder)
    #expect(kept.count == 1)
    #expect(output.stderrText.contains("hint: what it recorded is kept: /"))
    #expect(output.stderrText.contains((kept.first ?? "?").split(separator: "/").last ?? "?"))
  }

  @Test("a recording that cannot be added is kept, and said")
  func notAdded() throws {
    // A file in the place of the media folder.
    var (folder, runner) = try Self.vault(recorder: Self.good)
    try folder.write("x", to: "vault/one.media")
    let output = try runner.shell(Self.enter("tl record one.md"))
    #expect(output.status == 2)
    #expect(output.stderrText.contains("hint: the recording is kept: /"), "\(output.stderrText)")
    #expect(Self.recordings(folder).count == 1)
  }

  @Test("without a recorder nothing happens, and the error says what to install")
  func missing() throws {
    let folder = try TemporaryFolder()
    var runner = try CommandRunner(folder: folder)
    try runner.tl("init")
    let output = try runner.tl("record", environment: ["PATH": folder.path("bin")])
    #expect(output.status == 2)
    #expect(
      output.stderrText.contains(
        "no program was found that records sound (arecord, parecord, pw-record, ffmpeg, rec)"),
      "\(output.stderrText)")
    #expect(output.stderrText.contains("alsa-utils has arecord"))
    #expect(!folder.contents().contains { $0.hasSuffix(".md") })
  }

  @Test("TL_RECORDER comes before the settings, and they before what is installed")
  func named() throws {
    var (folder, runner) = try Self.vault(recorder: "#!/bin/sh\nexit 9\n")
    try folder.writeProgram(Self.good, to: "bin/mine")
    try folder.makeFolder("home/.config/tl")
    try folder.write("recorder: mine --to {file}.ogg --loud\n", to: "home/.config/tl/config.yaml")
    // Its last argument is `--loud`, so the file is named by the placeholder alone.
    try folder.writeProgram(
      Self.good.replacingOccurrences(of: "for file; do :; done", with: "file=$2"), to: "bin/mine")
    let configured = try runner.shell(Self.enter("tl record one.md"))
    #expect(configured.status == 0, "\(configured.stderrText)")
    #expect(configured.stdoutText.hasSuffix(".ogg\n"))
    let none = try runner.tl("record", "one.md", environment: ["TL_RECORDER": "absent"])
    #expect(none.stderrText.contains("the recorder absent was not found"), "\(none.stderrText)")
    #expect(none.stderrText.contains("hint: TL_RECORDER names it"))
  }
}
