import Foundation
import TestSupport
import Testing

/// Recorders are programs of the tests, found on the path as the real ones are.
@Suite("tl record")
struct RecordCommandTests {
  private static func vault(recorder: String) throws -> (TemporaryFolder, CommandRunner) {
    let runner = try CommandRunner.withVault()
    try runner.folder.write("One\n", to: "vault/one.md")
    try runner.folder.writeProgram(recorder, to: "bin/arecord")
    return (runner.folder, runner)
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
    let output = try runner.shell(Self.enter("tl record one.md")).expect(0)
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
    let output = try runner.shell(Self.enter("tl record")).expect(0)
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
    try runner.shell("tl record < /dev/null").expect(
      2,
      errHas: """
        tl: error: arecord ended with status 1: audio open error: No such device
        hint: is there a microphone that works? TL_RECORDER names another program

        """)
    #expect(folder.contents().filter { $0.hasSuffix(".md") } == ["vault/one.md"])
    #expect(Self.recordings(folder).isEmpty)
  }

  @Test("what a recorder had before it failed is kept, and said")
  func broken() throws {
    var (folder, runner) = try Self.vault(
      recorder: "#!/bin/sh\nfor file; do :; done\nprintf '%0100d' 0 > \"$file\"\nexit 3\n")
    let output = try runner.shell("tl record one.md < /dev/null").expect(2)
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
    try runner.shell(Self.enter("tl record one.md"))
      .expect(2, errHas: "hint: the recording is kept: /")
    #expect(Self.recordings(folder).count == 1)
  }

  @Test("without a recorder nothing happens, and the error says what to install")
  func missing() throws {
    var runner = try CommandRunner.withVault()
    try runner.tl("record", environment: ["PATH": runner.folder.path("bin")]).expect(
      2,
      errHas: "no program was found that records sound (arecord, parecord, pw-record, ffmpeg, rec)",
      "alsa-utils has arecord")
    #expect(!runner.folder.contents().contains { $0.hasSuffix(".md") })
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
    try runner.shell(Self.enter("tl record one.md")).expect(0, outEnds: ".ogg\n")
    try runner.tl("record", "one.md", environment: ["TL_RECORDER": "absent"])
      .expect(errHas: "the recorder absent was not found", "hint: TL_RECORDER names it")
  }
}
