import Foundation
import TestSupport
import Testing

@testable import Git
@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// A server that refuses files keeps nothing else from being sent.
@Suite("Files that a server refuses")
struct DropUnsentTests {
  private let devices: SyncDevices
  private var laptop: SyncDevice { devices["laptop"] }
  private static let large = String(repeating: "x", count: 3_000) + "\n"

  init() throws {
    devices = try SyncDevices(["laptop"], ["n.md": "one\n"])
    try refuse()
  }

  /// From now on the remote takes no file above a thousand bytes.
  private func refuse() throws {
    let hook = devices.remote + "/hooks/pre-receive"
    try FileManager.default.createDirectory(
      atPath: devices.remote + "/hooks", withIntermediateDirectories: true)
    try """
    #!/bin/sh
    while read old new name; do
      case $old in 0000*) range=$new;; *) range=$old..$new;; esac
      git rev-list --objects $range | git cat-file --batch-check='%(objectsize) %(rest)' |
        awk '$1 > 1000 { exit 1 }' || { echo "error: GH001: Large files detected."; exit 1; }
    done
    """.write(toFile: hook, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: hook)
  }

  /// The server refuses what the laptop sends after these edits.
  private func expectRefused(
    _ edits: FileEdits, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let told = try laptop.sync(writing: edits).network.told
    #expect(told == "failed: refused", sourceLocation: sourceLocation)
  }

  private func drop(_ file: String) throws -> SyncReport {
    try laptop.sync { $0.dropsUnsent = [[path(file)]] }
  }

  private func dropped(_ report: SyncReport) -> [String] {
    report.remarks.compactMap {
      guard case .droppedUnsent(let files, let commits, let isAsked) = $0 else { return nil }
      let places = files.map { "\($0.path.text) \($0.trashNumber.map(String.init) ?? "here")" }
      return "\(places) \(commits) \(isAsked)"
    }
  }

  private func remoteText(_ path: String) throws -> String? {
    let found = try GitProgram.attempt(["show", "main:\(path)"], in: devices.remote)
    return found.status == 0 ? found.stdoutText : nil
  }

  @Test("the refusal names the files that it may mean")
  func named() throws {
    let report = try laptop.sync(writing: ["n.media/v.mp4": Self.large, "n.md": "two\n"])
    #expect(report.network.told == "failed: refused")
    #expect(report.unsent?.files.map(\.path.text) == ["n.media/v.mp4"])
    #expect(report.unsent?.files.first?.size == 3_001)
    #expect(report.unsent?.subjects.count == 1)
  }

  @Test("a file that came and went goes unasked, into the trash", arguments: [false, true])
  func gone(isFirstPush: Bool) throws {
    if isFirstPush {
      try GitProgram.run(["update-ref", "-d", "refs/heads/main"], in: devices.remote)
      // Nor does the device know that the remote had it.
      laptop[".tl/local/last-sync"] = nil
    }
    try expectRefused(["n.media/v.mp4": Self.large])
    let before = try laptop.git("log", "-1", "--format=%an %ae %ad %cn %cd %s%n%b")
    let report = try laptop.sync(writing: ["n.media/v.mp4": nil, "n.md": "A WROTE THIS\n"])
    #expect(report.network.told == "done")
    #expect(dropped(report) == ["[\"n.media/v.mp4 1\"] 2 false"])
    #expect(report.sent.notes.map(\.path.text).contains("n.md"))
    #expect(try remoteText("n.md") == "A WROTE THIS\n")
    let trash = try Trash(laptop.open().vault.folder).entries()
    #expect(trash.map(\.origin.text) == ["n.media/v.mp4"] && trash.map(\.what) == [.media])
    let file = try #require(trash.first?.file)
    #expect(laptop[file.text] == Self.large)
    #expect(
      try laptop.git("log", "-1", "--skip=1", "--format=%an %ae %ad %cn %cd %s%n%b") == before)
    #expect(try laptop.git("for-each-ref", "refs/tl") == "")
    #expect(
      try laptop.git("cat-file", "-t", "main@{1}:n.md") == "blob", "the old ones are in the log")
    #expect(try laptop.damage() == [])
    #expect(try laptop.sync().sent.isEmpty)
  }

  @Test("what a server refuses for another reason stays as it is")
  func otherReason() throws {
    laptop["n.media/v.mp4"] = "small\n"
    try laptop.sync { $0.pushes = false }
    try expectRefused(["n.media/v.mp4": nil, "large": Self.large])
    let commit = try laptop.commit()
    try expectRefused([:])
    #expect(try laptop.commit() == commit)
    #expect(try Trash(laptop.open().vault.folder).entries().isEmpty)
    #expect(try laptop.git("for-each-ref", "refs/tl") == "")
  }

  @Test("--drop-unsent: the file stays here, is held back, and all else is sent")
  func wanted() throws {
    let phone = try devices.clone("phone")
    try expectRefused(["n.media/v.mp4": Self.large, "other.md": "other\n"])
    try phone.sync(writing: ["p.md": "phone\n"])
    laptop["n.md"] = "two\n"
    let path = try #require(VaultPath("n.media/v.mp4"))
    let wrong = try #require(VaultPath("v.mp4"))
    #expect(throws: SyncError.self) { try laptop.sync { $0.dropsUnsent = [[wrong], [path]] } }
    let report = try laptop.sync { $0.dropsUnsent = [[wrong, path]] }
    #expect(report.network.told == "done")
    #expect(dropped(report) == ["[\"n.media/v.mp4 here\"] 3 true"])
    #expect(report.heldBack.map(\.path) == [path] && report.heldBack.map(\.reason) == [.excluded])
    #expect(laptop["n.media/v.mp4"] == Self.large)
    #expect(try remoteText("n.md") == "two\n" && remoteText("p.md") == "phone\n")
    #expect(try laptop.git("log", "--format=%H", "--", "n.media/v.mp4") == "")
    #expect(try laptop.git("status", "--porcelain", "-uall") == "?? n.media/v.mp4")

    // No loop: not under another name either; a smaller version is recorded.
    #expect(try laptop.sync().network.told == "done")
    laptop.move("n.media/v.mp4", "n.media/w.mp4")
    #expect(try laptop.sync().heldBack.map(\.path.text) == ["n.media/w.mp4"])
    #expect(try laptop.sync(writing: ["n.media/w.mp4": "small\n"]).heldBack == [])
    #expect(try remoteText("n.media/w.mp4") == "small\n")
    try phone.sync()
    #expect(phone.files() == laptop.files())
    #expect(try laptop.damage() == [])
  }

  @Test("what another device sent of a file meanwhile stays when a version of it is taken out")
  func sentMeanwhile() throws {
    try laptop.sync(writing: ["n.md": "one\n\ntwo\n\nthree\n"])
    let phone = try devices.clone("phone")
    try expectRefused(["n.md": "\(Self.large)\n\ntwo\n\nthree\n"])
    let sent = "one\n\ntwo\n\nof the phone\n"
    try phone.sync(writing: ["n.md": sent])
    #expect(try drop("n.md").network.told == "done")
    #expect(try remoteText("n.md") == sent)
    try phone.expectSync(gives: ["n.md": sent])
    #expect(laptop.files().values.contains { $0.contains(Self.large) })
  }

  @Test(
    "a note that was renamed before it is taken out is again where it was, with what others sent")
  func renamed() throws {
    try laptop.sync(writing: ["w.md": note("w", "", "one\n\ntwo\n\nthree\n")])
    let phone = try devices.clone("phone")
    try expectRefused(["w.md": nil, "v.md": note("w", "", "\(Self.large)\n\ntwo\n\nthree\n")])
    let sent = note("w", "", "one\n\ntwo\n\nof the phone\n")
    try phone.sync(writing: ["w.md": sent])
    #expect(try drop("v.md").network.told == "done")
    for _ in 0..<2 { try laptop.sync() }
    #expect(try remoteText("w.md") == sent)
    try phone.expectSync(gives: ["w.md": sent])
    #expect(laptop["v.md"]?.contains(Self.large) == true)
  }

  @Test("a version of a file that was sent gives way to that one in the commits, and stays here")
  func version() throws {
    try laptop.sync(writing: ["n.media/v.mp4": "small\n"])
    try expectRefused(["n.media/v.mp4": Self.large])
    laptop["n.md"] = "two\n"
    #expect(try drop("n.media/v.mp4").network.told == "done")
    #expect(laptop["n.media/v.mp4"] == Self.large)
    #expect(try remoteText("n.media/v.mp4") == "small\n" && remoteText("n.md") == "two\n")
    #expect(try laptop.sync().heldBack.map(\.reason) == [.excluded])
  }

  @Test(
    "the edit of a file with a mark is not committed, and the mark counts on",
    arguments: [true, false])
  func marked(isAssumed: Bool) throws {
    try expectRefused(["m.md": Self.large])
    try laptop.git(
      "update-index", isAssumed ? "--assume-unchanged" : "--skip-worktree", "m.md")
    laptop["m.md"] = "private\n"
    let report = try drop("m.md")
    #expect(report.network.told == "done")
    #expect(dropped(report) == ["[\"m.md 1\"] 1 true"])
    for _ in 0..<2 {
      let mark: IndexFlag = isAssumed ? .assumeUnchanged : .skipWorktree
      #expect(try laptop.sync().heldBack.map(\.reason) == [.flagged(mark)])
    }
    #expect(laptop["m.md"] == "private\n")
    #expect(try remoteText("m.md") == nil)
  }

  @Test(
    "the dropped version of a file that was edited since is in the trash, and the edit goes on waiting",
    arguments: ["* text=auto", "* filter=rot"])
  func editedSince(attributes: String) throws {
    for command in ["clean", "smudge"] {
      try laptop.git("config", "filter.rot.\(command)", "tr a-z n-za-m")
    }
    laptop[".gitattributes"] = attributes + "\n"
    let marks = "<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n"
    try expectRefused(["m.md": Self.large])
    laptop["m.md"] = marks
    let report = try drop("m.md")
    #expect(dropped(report) == ["[\"m.md 1\"] 1 true"])
    #expect(report.heldBack.map(\.reason) == [.conflictMarkers(line: 1)])
    let trash = try FileManager.default.contentsOfDirectory(
      atPath: laptop.file(".tl/local/trash/1/files"))
    #expect(trash.map { laptop[".tl/local/trash/1/files/\($0)"] } == [Self.large])
    #expect(try laptop.sync(writing: ["m.md": "without marks\n"]).heldBack.isEmpty)
  }

  @Test("on a terminal it is asked")
  func asked() throws {
    laptop["n.media/v.mp4"] = Self.large
    var seen: [UnsentSummary] = []
    let callbacks = SyncCallbacks(answer: {
      if case .drop(let unsent) = $0 { seen.append(unsent) }
      return seen.count > 1
    })
    #expect(try laptop.sync(callbacks).network.told == "failed: refused")
    let report = try laptop.sync(callbacks)
    #expect(report.network.told == "done" && report.unsent == nil)
    #expect(seen.map { $0.files.map(\.path.text) } == [["n.media/v.mp4"], ["n.media/v.mp4"]])
    #expect(laptop["n.media/v.mp4"] == Self.large)
  }

  @Test("commits that are made anew are signed where commits are")
  func signed() throws {
    let key = devices.folder.path("key")
    try SSHServer.makeKey(at: key)
    for (name, value) in [
      ("gpg.format", "ssh"), ("user.signingKey", key), ("commit.gpgSign", "true"),
    ] { try laptop.git("config", name, value) }
    try expectRefused(["n.media/v.mp4": Self.large])
    laptop.now += 100
    try expectRefused(["n.md": "two\n"])
    let people = try laptop.git("log", "-2", "--format=%an %ae %ad %cn %cd%n%B")
    #expect(try drop("n.media/v.mp4").network.told == "done")
    #expect(try laptop.git("log", "-2", "--format=%an %ae %ad %cn %cd%n%B") == people)
    for commit in ["main", "main~1"] {
      #expect(try laptop.git("cat-file", "commit", commit).contains("-----BEGIN SSH SIGNATURE"))
    }
  }

  @Test("what an undo takes back is found among the new commits")
  func undo() throws {
    let phone = try devices.clone("phone")
    try expectRefused(["n.media/v.mp4": Self.large])
    try phone.sync(writing: ["p.md": "phone\n"])
    try expectRefused([:])
    #expect(try drop("n.media/v.mp4").network.told == "done")
    #expect(try laptop.open().status().canUndo)
    let report = try laptop.open().undo(SyncOptions(), .undoing())
    #expect(report?.undone.told == ["removed p.md"])
    #expect(report?.network.told == "done")
    #expect(laptop.files().keys.sorted() == ["n.md", "n.media/v.mp4"])
  }
}
