import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Git
@testable import VaultStore
@testable import VaultSync

@Suite("Recovery")
struct RecoveryTests {
  private func interrupted(at step: ApplyStep) throws -> ApplyVault {
    let vault = try ApplyVault.varied()
    let steps = try SyncProbe.apply(ApplyVault(copying: vault), "--steps").text
    let number = try #require(
      steps.split(separator: "\n").firstIndex { $0 == "step \(step.rawValue)" })
    #expect(try SyncProbe.apply(vault, "--kill", "\(number + 1)").status == 128 + 9)
    return vault
  }

  @Test("nothing is applied while an interrupted run waits for recovery")
  func unfinished() throws {
    let vault = try interrupted(at: .placed)
    #expect(throws: SyncError.other("an earlier sync was interrupted")) { try vault.apply() }
    #expect(
      try vault.recover() == .undone(branch: "refs/heads/main", changedSince: [], leftovers: []))
    try vault.expectSettled(at: vault.old)
    #expect(try vault.report() != nil)
    try vault.expectSettled(at: vault.new)
  }

  @Test("a journal of another device is named, put aside and never acted on")
  func foreign() throws {
    let vault = try interrupted(at: .publishedSynced)
    let files = vault.files()
    let outcome = try SyncProbe.recover(vault, "--key", "another device")
    #expect(outcome.text == "foreign .tl/local/sync/journal-not-used-1")
    #expect(vault.files() == files)
    #expect(vault.folder.exists(".tl/local/sync/journal-not-used-1"))
    #expect(try vault.recover() == .nothing)
    #expect(vault.files() == files)
  }

  @Test("a journal that cannot be read is named and put aside")
  func damaged() throws {
    let vault = try interrupted(at: .publishedSynced)
    let files = vault.files()
    let journal = ".tl/local/sync/journal"
    try vault.folder.write(try vault.folder.read(journal).dropFirst(3), to: journal)
    #expect(try vault.recover() == .damaged(path(journal + "-not-used-1")))
    #expect(vault.files() == files)
  }

  @Test("the branch moved and went on from there: only what is left over goes")
  func wentOn() throws {
    let vault = try interrupted(at: .branchMoved)
    let next = try vault.repository.commitApart([:], onto: vault.new)
    try vault.repository.git("update-ref", "refs/heads/main", next.hex)
    #expect(try vault.recover() == .finished(branch: "refs/heads/main", leftovers: []))
    #expect(vault.files() == vault.newTexts)
    #expect(try vault.status == "")
    try vault.expectClean()
  }

  @Test("an edit that was caught in the exchange has its name again, or is in the trash")
  func caughtEdit() throws {
    // As if an editor had saved right before the exchange, and the run was ended right after it.
    for isNewEditedToo in [false, true] {
      let vault = try interrupted(at: .publishedSynced)
      let journal = try #require(ApplyJournal.parse(vault.folder.read(".tl/local/sync/journal")))
      let number = try #require(journal.journal.entries.firstIndex { $0.path == path("a.md") })
      try vault.folder.write("caught\n", to: journal.journal.hiddenPath(number).text)
      if isNewEditedToo { try vault.folder.write("edited later\n", to: "a.md") }
      guard case .undone(_, let changed, let leftovers) = try vault.recover() else {
        Issue.record("not taken back")
        continue
      }
      if isNewEditedToo {
        #expect(changed == [path("a.md")])
        #expect(try vault.folder.readText("a.md") == "edited later\n")
        let kept = try #require(leftovers.first?.file)
        #expect(try vault.folder.readText(kept.text) == "caught\n")
      } else {
        #expect(try vault.folder.readText("a.md") == "caught\n")
        #expect(leftovers == [])
      }
      #expect(vault.leftovers() == [])
    }
  }

  @Test("a lock of the index that another program left is not ours to remove")
  func foreignLock() throws {
    let vault = try interrupted(at: .publishedSynced)
    try vault.folder.write("", to: ".git/index.lock")
    _ = try vault.recover()
    #expect(vault.folder.exists(".git/index.lock"))
    try FileManager.default.removeItem(atPath: vault.folder.path(".git/index.lock"))
    try vault.expectSettled(at: vault.old)
  }

  @Test("a commit's index and branch: recorded, or taken back together")
  func record() throws {
    let vault = try ApplyVault(["a.md": "old\n"], ["a.md": "new\n"])
    try vault.folder.write("new\n", to: "a.md")
    let set = try vault.set(from: vault.old, to: vault.new)
    let entry = try #require(set.changes.first?.new)
    let index = [
      IndexChange(path: path("a.md"), entry: entry, status: try vault.repository.status(of: "a.md"))
    ]
    let moved = try vault.record(set, index) {
      $0.onStep = { [repository = vault.repository] in
        if $0 == .indexWritten { _ = try? repository.git("checkout", "-q", "-b", "other") }
      }
    }
    #expect(moved == .branchMoved)
    #expect(try vault.status == "M a.md" || vault.status == " M a.md")
    #expect(try vault.repository.git("diff", "--cached", "--name-only") == "")
    try vault.repository.git("checkout", "-q", "main")
    #expect(try vault.record(set, index) == .done(ApplyReport()))
    try vault.expectSettled(at: vault.new)
  }
}
