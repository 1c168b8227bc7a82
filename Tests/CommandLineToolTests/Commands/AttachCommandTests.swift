import Foundation
import TestSupport
import Testing

/// Files that lose metadata on their way into the vault.
@Suite("tl attach --strip")
struct AttachCommandTests {
  private static let fixtures = "Tests/MediaTests/Fixtures"

  /// A vault with a note, and real files beside it.
  private static func vault() throws -> (folder: TemporaryFolder, runner: CommandRunner) {
    let runner = try CommandRunner.withVault()
    try runner.folder.write("One\n", to: "vault/one.md")
    for name in ["photo.jpg", "photo.heic", "photo.tif", "keys.mov", "s.mp3", "v.mkv"] {
      try FileManager.default.copyItem(
        atPath: RepositoryRoot.path("\(fixtures)/\(name)"), toPath: runner.folder.path(name))
    }
    return (runner.folder, runner)
  }

  @Test(
    "a real photo or film loses its position, keeps its time, and the original stays",
    arguments: [
      ("photo.jpg", "position"), ("photo.jpg", "all"), ("photo.heic", "all"),
      ("photo.tif", "position"), ("keys.mov", "position"), ("keys.mov", "all"),
    ])
  func position(name: String, extent: String) throws {
    var (folder, runner) = try Self.vault()
    let original = try folder.read(name)
    let output = try runner.tl(
      "attach", "--no-photo-date", "--strip", extent, "one.md", "../\(name)"
    ).expect(0, out: "one.media/\(name)\n")
    let removed = extent == "all" ? "position and all other metadata" : "position"
    #expect(output.stderrText == "one.media/\(name): \(removed) removed\n")
    #expect(try folder.read(name) == original)
    let copy = try folder.read("vault/one.media/\(name)")
    #expect(copy != original)
    if extent == "position" { #expect(copy.count == original.count) }
    let times = try [name, "vault/one.media/\(name)"].map {
      try FileManager.default.attributesOfItem(atPath: folder.path($0))[.modificationDate] as? Date
    }
    #expect(times[0] == times[1])
    // Of the copy nothing is left to remove.
    let again = try runner.tl(
      "attach", "-v", "--no-photo-date", "--strip", extent, "one.md", "one.media/\(name)")
    #expect(again.stderrText.contains(": there was nothing to remove\n"))
  }

  @Test("what cannot be cleaned is refused, the others go on, and nothing else is in the folder")
  func refused() throws {
    var (folder, runner) = try Self.vault()
    try runner.tl(
      "attach", "--strip", "position", "one.md", "../s.mp3", "../photo.jpg", "../v.mkv"
    ).expect(
      2, out: "one.media/photo.jpg\n",
      errHas: """
        tl: error: ../s.mp3: is MP3, from which tl cannot remove a position
        hint: it was not copied; without --strip it is copied as it is, with its metadata

        """)
    #expect(folder.contents().filter { $0.hasPrefix("vault/one.media/") }.count == 1)
    try runner.tl("attach", "one.md", "../s.mp3").expect(0, err: "")
    #expect(try folder.read("vault/one.media/s.mp3") == folder.read("s.mp3"))
  }

  @Test("--max makes a smaller copy, keeps date and position, and leaves the rest as it is")
  func smaller() throws {
    var (folder, runner) = try Self.vault()
    let picture = RepositoryRoot.path("Tests/MediaWorkerTests/Fixtures/gps.heic")
    try FileManager.default.copyItem(atPath: picture, toPath: folder.path("large.heic"))
    try runner.tl(
      "attach", "--max", "200", "one.md", "../large.heic", "../s.mp3", "../photo.jpg"
    )
    .expect(
      0, out: "one.media/large.jpg\none.media/s.mp3\none.media/photo.jpg\n",
      errHas: "one.media/large.jpg: 200 × 150 instead of 400 × 300, ",
      "one.media/s.mp3: no picture that can be made smaller, so it is copied as it is\n")
    #expect(
      try Array(Data(contentsOf: URL(fileURLWithPath: picture))) == folder.read("large.heic"))
    #expect(try folder.read("vault/one.media/large.jpg").starts(with: [0xFF, 0xD8, 0xFF]))
    for name in ["s.mp3", "photo.jpg"] {
      #expect(try folder.read("vault/one.media/\(name)") == folder.read(name), "\(name)")
    }
    try runner.tl(
      "attach", "--max", "200", "--strip", "position", "one.md", "../large.heic"
    ).expect(out: "one.media/large-2.jpg\n", errHas: "; position removed\n")
    let added = try runner.tl("add", "words", "--max", "100", "-a", "../large.heic")
    #expect(added.status == 0 && added.stderrText.contains("100 × 75 instead of 400 × 300"))
  }

  @Test("without tl-media the error names libvips, and nothing is copied")
  func withoutProgram() throws {
    var (folder, runner) = try Self.vault()
    let executable = try #require(CommandRunner.executable)
    try folder.makeFolder("alone")
    let picture = RepositoryRoot.path("Tests/MediaWorkerTests/Fixtures/gps.heic")
    try FileManager.default.copyItem(atPath: picture, toPath: folder.path("large.heic"))
    // Copied by another process: a program that is started here meanwhile would keep the copy open for writing.
    try runner.shell(
      "cp '\(executable)' ../alone/tl && ../alone/tl attach --max 200 one.md ../large.heic ../photo.jpg"
    )
    .expect(
      2, out: "one.media/photo.jpg\n",
      errHas:
        "tl: error: tl-media, which makes pictures smaller, is not installed: it needs libvips\n",
      "without --max files are copied as they are")
    #expect(!folder.contents().contains { $0.hasPrefix("vault/one.media/large") })
  }

  @Test("a draft of tl add keeps what is to be removed from its files")
  func draft() throws {
    var (folder, runner) = try Self.vault()
    try folder.writeProgram("#!/bin/sh\nexit 1\n", to: "bin/failing")
    try folder.write("x", to: "vault/.tl/config.yaml")
    let failed = try runner.tl(
      "add", "--strip=all", "-a", "../photo.jpg", stdin: "A text of some length\n")
    #expect(failed.status == 2)
    try folder.write("format: 1\n", to: "vault/.tl/config.yaml")
    let drafts = try runner.tl("drafts", "--json").stdoutText
    #expect(drafts.contains("--strip=all"), "\(failed.stderrText)\(drafts)")
    let editor = ["TL_EDITOR": "/bin/sh -c :", "TL_NOW": "2026-11-20T18:03:11+01:00"]
    try TerminalSession.run(
      runner, ["drafts", "resume", "1"], typed: "y\n", environment: editor
    ).expect(0, has: "photo.jpg: position and all other metadata removed")
  }

  // MARK: The date and the place of a photo

  private static func keys(_ text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("date:") || $0.hasPrefix("coordinates:") }
      .map { String($0.prefix { $0 != ":" }) }
  }

  @Test("a new note of a photo has its date and place, lies in the folder of that day, and says so")
  func dateOfPhoto() throws {
    var (folder, runner) = try Self.vault()
    let output = try runner.tl("add", "Words", "-a", "../photo.jpg")
    #expect(output.stderrText.contains("of the photo; --no-photo-date leaves them out\n"))
    let path = try #require(
      output.stdoutText.split(separator: " ").last?.split(separator: "\n").first)
    let text = try folder.readText("vault/\(path)")
    #expect(Self.keys(text).sorted() == ["coordinates", "date"])
    let day = try #require(text.firstRange(of: "\ndate: ")).upperBound
    #expect(path.contains("/\(text[day...].prefix(10))-words"))
  }

  @Test(
    "what a note has itself, and what is not wanted, stays out",
    arguments: [
      (["--date", "2020-02-03"], ["coordinates", "date"]), (["--place", "=Home"], ["date"]),
      (["--no-photo-date"], []), (["--strip", "position"], ["date"]), (["--strip", "all"], []),
    ])
  func ownDate(_ options: [String], _ keys: [String]) throws {
    var (folder, runner) = try Self.vault()
    let output = try runner.tl(["add", "Words", "-a", "../photo.jpg"] + options)
    let path = try #require(
      output.stdoutText.split(separator: " ").last?.split(separator: "\n").first)
    let text = try folder.readText("vault/\(path)")
    #expect(Self.keys(text).sorted() == keys)
    if options[0] == "--date" { #expect(text.contains("\ndate: 2020-02-03\n")) }
  }

  @Test(
    "attached to a note without a date, the first photo's counts; a page, a day and a date of its own stay"
  )
  func attached() throws {
    var (folder, runner) = try Self.vault()
    try folder.write("---\ntl: person\n---\n", to: "vault/ada.md")
    try folder.write("---\ndate: 2020-02-03\nplace: Home\n---\n", to: "vault/own.md")
    try folder.write("# Friday\n", to: "vault/2026-11-20.md")
    for note in ["one", "ada", "own", "2026-11-20"] {
      try runner.tl("attach", "\(note).md", "../photo.jpg", "../s.mp3")
    }
    #expect(try Self.keys(folder.readText("vault/one.md")).sorted() == ["coordinates", "date"])
    #expect(try Self.keys(folder.readText("vault/ada.md")) == [])
    #expect(try folder.readText("vault/own.md").contains("date: 2020-02-03\nplace: Home\n"))
    #expect(try Self.keys(folder.readText("vault/own.md")) == ["date"])
    #expect(try Self.keys(folder.readText("vault/2026-11-20.md")) == ["coordinates"])
  }
}
