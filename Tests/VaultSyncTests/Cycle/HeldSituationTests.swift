import Foundation
import TestSupport
import Testing

@testable import Git
@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// A change that waited, in situations in which a sync does less, or more, than usual.
@Suite("What waits, in other situations")
struct HeldSituationTests {
  private static let start = ["n.md": text(), "m.md": "m\n"]
  private static let marks = "<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> other\n"

  private static func text(_ first: String = "line one", end: String = "") -> String {
    note("1", "", "\(first)\n\nline two\n\nline three\n\nline four\n\(end)")
  }

  /// The phone's change of a note has arrived on the laptop, whose own change of it waits.
  private func held() throws -> TwoDevices {
    let (devices, laptop, phone) = try SyncDevices.pair(Self.start)
    laptop["n.md"] = Self.text(end: "mine\n" + Self.marks)
    try phone.sync(writing: ["n.md": Self.text("line one!")])
    try laptop.sync()
    return (devices, laptop, phone)
  }

  private static let merged = text("line one!", end: "mine\n")

  @Test("without a remote, and where it cannot be reached", arguments: [true, false])
  func offline(hasRemote: Bool) throws {
    let (devices, laptop, phone) = try held()
    if hasRemote {
      try laptop.git("remote", "set-url", "origin", devices.folder.path("nowhere.git"))
    } else {
      _ = try laptop.open().removeRemote()
    }
    let report = try laptop.sync(writing: ["n.md": Self.text(end: "mine\n")])
    #expect(report.told == ["n.md: merged"])
    #expect(report.network.told != "done")
    #expect(laptop["n.md"] == Self.merged)
    try laptop.setRemote(devices.remote)
    try devices.settle()
    #expect(phone.files() == ["n.md": Self.merged, "m.md": "m\n"])
    #expect(try laptop.damage() == [])
  }

  @Test(
    "tl status and a dry run say what waits and what a sync would make of it, and change nothing")
  func foretold() throws {
    let (_, laptop, _) = try held()
    var status = try laptop.open().status()
    #expect(status.skipped.map(\.path.text) == ["n.md"])
    #expect(status.skipped.map(\.hasOtherVersion) == [true])
    laptop["n.md"] = Self.text(end: "mine\n")
    let before = try laptop.files().merging(["HEAD": laptop.commit()]) { $1 }
    let record = laptop[".tl/local/sync/held-back"]
    status = try laptop.open().status()
    #expect(status.changes.told == ["changed n.md"])
    #expect(status.skipped.isEmpty)
    let foretold = try laptop.open().dryRun(SyncOptions(), SyncCallbacks())
    #expect(foretold.told == ["n.md: merged"])
    #expect(foretold.committed.told == ["changed n.md"])
    #expect(foretold.arrived.isEmpty)
    #expect(try laptop.files().merging(["HEAD": laptop.commit()]) { $1 } == before)
    #expect(laptop[".tl/local/sync/held-back"] == record)
    let report = try laptop.sync()
    #expect(report.told == foretold.told)
    #expect(report.committed == foretold.committed)
  }

  @Test("what arrived is taken back while the change waits")
  func undone() throws {
    let (devices, laptop, _) = try held()
    let waiting = laptop["n.md"]
    #expect(try laptop.undo()?.undone.told == ["changed n.md"])
    #expect(laptop["n.md"] == waiting)
    try laptop.sync(writing: ["n.md": Self.text(end: "mine\n")])
    try devices.expectAll(hold: ["n.md": Self.text(end: "mine\n"), "m.md": "m\n"])
  }

  @Test("what arrived before the change was merged is taken back afterwards; the change stays")
  func undoneAfterwards() throws {
    let (devices, laptop, phone) = try held()
    try laptop.sync(writing: ["n.md": Self.text(end: "mine\n")])
    #expect(laptop["n.md"] == Self.merged)
    #expect(try laptop.undo() != nil)
    #expect(laptop["n.md"] == Self.text(end: "mine\n"))
    try devices.settle()
    #expect(phone["n.md"] == Self.text(end: "mine\n"))
  }

  /// Gives the branch a history of one commit with the tree that it has.
  private func rewriteHistory(of laptop: SyncDevice) throws {
    _ = try laptop.open().removeRemote()
    let commit = try laptop.git("commit-tree", "-m", "anew", "HEAD^{tree}")
    try laptop.git("update-ref", "refs/heads/main", commit)
  }

  @Test("the history was written anew: merged all the same, and nothing of the old one comes back")
  func rewritten() throws {
    let (_, laptop, _) = try held()
    try rewriteHistory(of: laptop)
    try laptop.sync(writing: ["n.md": Self.text(end: "mine\n")])
    #expect(laptop["n.md"] == Self.merged)
    #expect(try laptop.git("rev-list", "--count", "HEAD") == "2")
    #expect(try laptop.damage() == [])
    #expect(try HeldFiles.read(VaultFolder(opening: laptop.path)).isEmpty)
  }

  @Test("the version it was made from is gone: what both wrote is kept")
  func baseGone() throws {
    let (_, laptop, _) = try held()
    let base = try #require(
      HeldFiles.read(VaultFolder(opening: laptop.path)).first?.base?.hex)
    try rewriteHistory(of: laptop)
    let list = laptop[".tl/local/sync/held-back"] ?? ""
    laptop[".tl/local/sync/held-back"] = list.replacingOccurrences(
      of: base, with: String(base.reversed()))
    try laptop.sync(writing: ["n.md": Self.text("line one of mine", end: "mine\n")])
    let all = laptop.files().values.joined()
    #expect(all.contains("line one!\n") && all.contains("line one of mine\n"))
    #expect(all.contains("mine\n"))
    try laptop.sync()
    #expect(try laptop.damage() == [])
    #expect(try HeldFiles.read(VaultFolder(opening: laptop.path)).isEmpty)
  }

  @Test("a person commits the file with git while it waits: that counts")
  func committedByGit() throws {
    let (devices, laptop, phone) = try held()
    laptop["n.md"] = Self.text("line one of git", end: "mine\n")
    try laptop.git("commit", "-qam", "by hand")
    #expect(try laptop.sync().events.isEmpty)
    try devices.settle()
    #expect(phone["n.md"] == Self.text("line one of git", end: "mine\n"))
    #expect(try HeldFiles.read(VaultFolder(opening: laptop.path)).isEmpty)
  }
}
