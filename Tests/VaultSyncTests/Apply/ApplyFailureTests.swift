import Foundation
import TestSupport
import Testing

@testable import Git
@testable import VaultStore
@testable import VaultSync

/// A step of an application fails: all is taken back, unless the branch stands at the new commit.
@Suite("Applying, and a step fails")
struct ApplyFailureTests {
  private struct Failure: Error {}

  private func vault() throws -> ApplyVault {
    try ApplyVault(
      ["a.md": "old a\n", "b.md": "old b\n"], ["a.md": "new a\n", "b.md": nil, "d/e.md": "new e\n"])
  }

  private func failing(at step: ApplyStep) -> (inout Apply) -> Void {
    { $0.onStep = { if $0 == step { throw Failure() } } }
  }

  @Test("an error after the branch has moved takes nothing back")
  func branchMoved() throws {
    let vault = try vault()
    #expect(try vault.report(nil, failing(at: .branchMoved)) != nil)
    try vault.expectSettled(at: vault.new)
  }

  @Test("the same for a commit of what the folder holds")
  func recordMoved() throws {
    let vault = try ApplyVault(["a.md": "old\n"], ["a.md": "new\n"])
    try vault.folder.write("new\n", to: "a.md")
    let set = try vault.set(from: vault.old, to: vault.new)
    let index = set.changes.map { IndexChange(path: $0.path, entry: $0.new) }
    let outcome = try vault.record(set, index, failing(at: .branchMoved))
    #expect(outcome == .done(ApplyReport()))
    try vault.expectSettled(at: vault.new)
  }

  @Test("another program brings the branch to the new commit: nothing is left to do")
  func movedByAnother() throws {
    let vault = try vault()
    let report = try vault.report {
      $0.onStep = { step in
        guard step == .indexWritten else { return }
        try vault.repository.git("update-ref", "refs/heads/main", vault.new.hex)
      }
    }
    #expect(report != nil)
    try vault.expectSettled(at: vault.new)
  }

  @Test("whatever step fails: folder, index and branch are at one commit")
  func everyStep() throws {
    let template = try vault()
    var failed: [ApplyStep] = []
    for number in 1... {
      let vault = try ApplyVault(copying: template)
      var count = 0
      var step: ApplyStep?
      let outcome = Result {
        try vault.apply(nil) {
          $0.onStep = {
            count += 1
            guard count == number else { return }
            step = $0
            throw Failure()
          }
        }
      }
      guard let step else { break }
      failed.append(step)
      try withNote("failed at \(step.rawValue), step \(number)") {
        let isDone = if case .success(.done) = outcome { true } else { false }
        _ = try vault.recover()
        try vault.expectSettled(at: isDone ? vault.new : vault.old)
        #expect(try vault.head == (isDone ? vault.new : vault.old))
      }
    }
    #expect(failed.contains(.indexWritten) && failed.contains(.foldersRemoved))
  }

  @Test("a locked branch: the index is taken back too")
  func lockedBranch() throws {
    let vault = try vault()
    let lock = ".git/refs/heads/main.lock"
    #expect {
      try vault.apply(nil) {
        $0.onStep = { if $0 == .indexWritten { _ = try vault.folder.write("", to: lock) } }
      }
    } throws: { ($0 as? GitError)?.code == .locked }
    try FileManager.default.removeItem(atPath: vault.folder.path(lock))
    try vault.expectSettled(at: vault.old)
  }

  @Test("a log of references that cannot be written: all is taken back")
  func unwritableLog() throws {
    for log in [".git/logs/HEAD", ".git/logs/refs/heads/main"] {
      let vault = try vault()
      let path = vault.folder.path(log)
      try FileManager.default.moveItem(atPath: path, toPath: path + "-kept")
      try vault.folder.makeFolder(log + "/in-the-way")
      let outcome = Result { try vault.apply() }
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.moveItem(atPath: path + "-kept", toPath: path)
      let isDone = if case .success(.done) = outcome { true } else { false }
      try vault.expectSettled(at: isDone ? vault.new : vault.old)
    }
  }
}
