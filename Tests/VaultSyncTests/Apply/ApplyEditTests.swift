import Foundation
import SystemCalls
import TestSupport
import Testing
import VaultFormat

@testable import Git
@testable import VaultStore
@testable import VaultSync

/// What the user, or another program, does to the folder before and while a commit is applied.
@Suite("Applying beside other programs")
struct ApplyEditTests {
  private func vault() throws -> ApplyVault {
    try ApplyVault(
      ["a.md": "old a\n", "b.md": "old b\n", "c.md": "old c\n"],
      ["a.md": "new a\n", "b.md": nil, "d/e.md": "new e\n"])
  }

  /// Does something once, at the first of these steps.
  private func once(
    _ step: ApplyStep, _ body: @escaping () -> Void
  ) -> (inout Apply) -> Void {
    { apply in
      var isDone = false
      apply.onStep = {
        guard $0 == step, !isDone else { return }
        isDone = true
        body()
      }
    }
  }

  private func expectUntouched(_ vault: ApplyVault, but edits: [String: String?]) throws {
    var expected = vault.oldTexts
    for (name, text) in edits { expected[name] = text }
    #expect(vault.files() == expected)
    #expect(try vault.head == vault.old)
    try vault.expectClean()
  }

  @Test("an edited file is named, and all stays as it was", arguments: ["a.md", "b.md", "d/e.md"])
  func edited(name: String) throws {
    let vault = try vault()
    try vault.folder.write("mine\n", to: name)
    #expect(try vault.apply() == .changedMeanwhile([path(name)]))
    try expectUntouched(vault, but: [name: "mine\n"])
  }

  @Test("all edited files are named")
  func allEdited() throws {
    let vault = try vault()
    for name in ["a.md", "b.md", "d/e.md"] { try vault.folder.write("mine\n", to: name) }
    #expect(try vault.apply() == .changedMeanwhile(["a.md", "b.md", "d/e.md"].map { path($0) }))
  }

  @Test("an edit that keeps size and time of the file is seen")
  func sameSizeAndTime() throws {
    let vault = try vault()
    let before = try vault.repository.status(of: "a.md")
    try vault.folder.write("OLD A\n", to: "a.md")
    let time = timespec(
      tv_sec: Int(before.modified.seconds), tv_nsec: Int(before.modified.nanoseconds))
    #expect(utimensat(AT_FDCWD, vault.folder.path("a.md"), [time, time], 0) == 0)
    #expect(try vault.apply() == .changedMeanwhile([path("a.md")]))
    try expectUntouched(vault, but: ["a.md": "OLD A\n"])
  }

  @Test(
    "an edit while hidden files are written wins", arguments: ["a.md", "b.md", "d/e.md"],
    [true, false])
  func editedMeanwhile(name: String, canExchange: Bool) throws {
    let vault = try vault()
    let outcome = try vault.apply { apply in
      self.once(.hiddenSynced) { _ = try? vault.folder.write("mine\n", to: name) }(&apply)
      apply.canExchange = canExchange
    }
    #expect(outcome == .changedMeanwhile([path(name)]))
    try expectUntouched(vault, but: [name: "mine\n"])
    #expect(try vault.status != "")
  }

  @Test("a file that comes meanwhile with the very text is left, and is git's")
  func sameMeanwhile() throws {
    let vault = try vault()
    var inode: UInt64?
    let report = try vault.report(
      nil,
      once(.hiddenSynced) {
        _ = try? vault.folder.write("new e\n", to: "d/e.md")
        inode = (try? vault.repository.status(of: "d/e.md"))?.inode
      })
    #expect(report?.written == [path("a.md")])
    try vault.expectSettled(at: vault.new)
    #expect(try vault.repository.status(of: "d/e.md").inode == inode)
  }

  @Test("a file deleted by hand comes with its new text; one that was to go is gone")
  func deleted() throws {
    for step in [nil, ApplyStep.hiddenSynced] {
      let vault = try vault()
      let delete = {
        for name in ["a.md", "b.md"] {
          try? FileManager.default.removeItem(atPath: vault.folder.path(name))
        }
      }
      if step == nil { delete() }
      #expect(
        try vault.report(nil, once(step ?? .journalWritten, step == nil ? {} : delete)) != nil)
      try vault.expectSettled(at: vault.new)
    }
  }

  @Test(
    "an edit of the new text stays, and git sees it",
    arguments: [ApplyStep.publishedSynced, .indexWritten, .branchMoved])
  func editedAfterwards(step: ApplyStep) throws {
    let vault = try vault()
    let report = try vault.report(
      nil, once(step) { _ = try? vault.folder.write("NEW A\n", to: "a.md") })
    #expect(report != nil)
    #expect(try vault.folder.readText("a.md") == "NEW A\n")
    #expect(try vault.repository.git("status", "--porcelain") == " M a.md")
    try vault.expectClean()
  }

  @Test(
    "a folder that is removed at whatever step is an edit like any other", arguments: [true, false])
  func removedFolder(canExchange: Bool) throws {
    let template = try ApplyVault(
      ["d/a.md": "old a\n", "d/b.md": "old b\n", "c.md": "old c\n"],
      ["d/a.md": "new a\n", "d/b.md": nil, "d/in/n.md": "new n\n", "c.md": "new c\n"])
    for number in 1... {
      let vault = try ApplyVault(copying: template)
      var count = 0
      var reached: ApplyStep?
      let outcome = try vault.apply(nil) {
        $0.canExchange = canExchange
        $0.onStep = { step in
          count += 1
          guard count == number else { return }
          reached = step
          try? FileManager.default.removeItem(atPath: vault.folder.path("d"))
        }
      }
      guard let reached else { break }
      let place = "at \(reached.rawValue), step \(number)"
      let isDone = outcome != .branchMoved && vault.leftovers() == []
      #expect(isDone, "\(place): \(outcome), \(vault.leftovers())")
      #expect(["old c\n", "new c\n"].contains(try vault.folder.readText("c.md")), "\(place)")
    }
  }

  #if os(Linux)
    @Test(
      "a file that another program has open for writing gets its name back",
      arguments: ["a.md", "b.md"], [true, false])
    func openForWriting(name: String, canExchange: Bool) throws {
      let vault = try vault()
      let handle = try #require(FileHandle.openForWriting(vault.folder.path(name)))
      let outcome = try vault.apply(nil) { $0.canExchange = canExchange }
      #expect(outcome == .openElsewhere(path(name)))
      handle.write(Data("late, and longer\n".utf8))
      try handle.close()
      try expectUntouched(vault, but: [name: "late, and longer\n"])
    }
  #endif

  @Test("a program that opens a replaced file by its hidden name and writes later loses nothing")
  func openFile() throws {
    for (step, isApplied) in [(ApplyStep.publishedSynced, false), (.branchMoved, true)] {
      for name in ["a.md", "b.md"] {
        let vault = try vault()
        var handle: FileHandle?
        let outcome = try vault.apply(nil) {
          $0.onStep = { reached in
            if reached == .compared, handle == nil {
              let hidden = vault.leftovers().first {
                (try? vault.folder.readText($0)) == vault.oldTexts[name]
              }
              handle = hidden.flatMap { FileHandle.openForWriting(vault.folder.path($0)) }
            }
            guard reached == step else { return }
            handle?.write(Data("late, and longer\n".utf8))
            try? handle?.close()
          }
        }
        guard isApplied else {
          #expect(outcome == .changedMeanwhile([path(name)]))
          try expectUntouched(vault, but: [name: "late, and longer\n"])
          continue
        }
        guard case .done(let report) = outcome else {
          Issue.record("\(outcome)")
          continue
        }
        let entry = try #require(report.leftovers.first?.file)
        #expect(try vault.folder.readText(entry.text) == "late, and longer\n")
        try vault.expectSettled(at: vault.new)
      }
    }
  }

  @Test("content that was staged and is not committed is not overwritten in the index")
  func staged() throws {
    let vault = try vault()
    try vault.folder.write("staged\n", to: "a.md")
    try vault.repository.git("add", "a.md")
    try vault.folder.write("old a\n", to: "a.md")
    #expect(try vault.apply() == .changedMeanwhile([path("a.md")]))
    #expect(try vault.repository.git("show", ":a.md") == "staged")
  }

  @Test("what was staged elsewhere stays staged")
  func stagedElsewhere() throws {
    let vault = try vault()
    try vault.folder.write("mine\n", to: "mine.md")
    try vault.repository.git("add", "mine.md")
    #expect(try vault.report() != nil)
    #expect(try vault.status == "A  mine.md")
  }

  @Test("the index is locked by another program: nothing happens")
  func indexLocked() throws {
    let vault = try vault()
    try vault.folder.write("", to: ".git/index.lock")
    #expect {
      try vault.apply()
    } throws: { ($0 as? GitError)?.code == .locked }
    #expect(try vault.folder.read(".git/index.lock") == [])
    #expect(vault.files() == vault.oldTexts)
    try FileManager.default.removeItem(atPath: vault.folder.path(".git/index.lock"))
    try vault.expectSettled(at: vault.old)
  }

  @Test("the index is locked at the last moment: all is taken back")
  func indexLockedMeanwhile() throws {
    let vault = try vault()
    let lock = vault.folder.path(".git/index.lock")
    #expect {
      try vault.apply(
        nil, once(.publishedSynced) { _ = try? vault.folder.write("", to: ".git/index.lock") })
    } throws: { ($0 as? GitError)?.code == .locked }
    try FileManager.default.removeItem(atPath: lock)
    try vault.expectSettled(at: vault.old)
  }

  @Test("changes that are held back stay, whatever arrives")
  func held() throws {
    let vault = try vault()
    try vault.write(["a.md": "mine a\n", "b.md": "mine b\n"])
    let report = try #require(try vault.report(held: [path("a.md"), path("b.md")]))
    #expect(report.kept == [GitOnlyFile(path: path("a.md"), reason: .held)])
    #expect(try vault.folder.readText("a.md") == "mine a\n")
    #expect(try vault.folder.readText("b.md") == "mine b\n")
    #expect(try vault.repository.git("status", "--porcelain") == " M a.md\n?? b.md")
    #expect(try vault.kept == [:])
    // What they were made from is known: on top of the new commit they would take back what arrived.
    let records = try HeldFiles.read(VaultFolder(opening: vault.path))
    #expect(records.map(\.path) == [path("a.md"), path("b.md")])
    #expect(Set(records.map(\.base)) == [vault.old])
    #expect(
      records.map(\.entry?.id)
        == ["old a\n", "old b\n"].map { Repository.idOfBlob(Array($0.utf8)) })
  }
}
