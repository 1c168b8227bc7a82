import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Git
@testable import VaultStore
@testable import VaultSync

/// Each application runs in a process of its own that is ended by SIGKILL after one step, or by a
/// timer's signal at any moment; then another process recovers.
@Suite("Interrupted application")
struct InterruptedApplyTests {
  @Test(
    "ended after any step, recovery leaves the old commit or the new one",
    arguments: [[], ["--no-exchange"]])
  func everyStep(_ flags: [String]) throws {
    var killed = 0
    while true {
      let vault = try ApplyVault.varied()
      let run = try SyncProbe.run(
        ["apply", vault.path, vault.old.hex, vault.new.hex, "--kill", "\(killed + 1)"] + flags,
        in: vault)
      guard run.status == 128 + 9 else {
        #expect(run.text.hasPrefix("done "))
        try vault.expectSettled(at: vault.new)
        break
      }
      killed += 1
      try withNote("killed at step \(killed) \(flags)") {
        expectWhole(vault)
        let recovery = try SyncProbe.run(["recover", vault.path] + flags, in: vault)
        #expect(recovery.status == 0, "\(recovery.text)")
        let end = try vault.head == vault.new ? vault.new : vault.old
        try vault.expectSettled(at: end)
        #expect(try SyncProbe.recover(vault).text == "nothing")
      }
    }
    #expect(killed > 40)
  }

  @Test("recovery that is ended after any step is taken up by the next one")
  func recoveryInterrupted() throws {
    let last = try stepCount(until: "branchMoved")
    for place in [last - 1, last / 2] {
      var killed = 0
      while true {
        let vault = try ApplyVault.varied()
        _ = try SyncProbe.apply(vault, "--kill", "\(place)")
        let first = try SyncProbe.recover(vault, "--kill", "\(killed + 1)")
        guard first.status == 128 + 9 else { break }
        killed += 1
        try withNote("killed at step \(place), recovery at step \(killed)") {
          expectWhole(vault)
          #expect(try SyncProbe.recover(vault).status == 0)
          try vault.expectSettled(at: vault.old)
        }
      }
      #expect(killed > 5)
    }
  }

  @Test("a commit's index and branch go together, whenever it is ended")
  func record() throws {
    try withSeed { generator, _ in
      for round in 0..<20 {
        let vault = try ApplyVault.varied()
        try vault.repository.git("reset", "-q", "--hard", vault.new.hex)
        try vault.repository.git("reset", "-q", "--mixed", vault.old.hex)
        let moment = Int.random(in: 1...40_000, using: &generator)
        let end = round < 4 ? ["--kill", "\(round + 1)"] : ["--after", "\(moment)"]
        let run = try SyncProbe.run(
          ["record", vault.path, vault.old.hex, vault.new.hex] + end, in: vault)
        try withNote("round \(round): \(end), \(run)") {
          #expect(try SyncProbe.recover(vault).status == 0)
          let head = try vault.head
          #expect(head == vault.new || head == vault.old)
          #expect(try vault.repository.git("diff", "--cached", "--name-only") == "")
          #expect(vault.files() == vault.newTexts)
          #expect(vault.leftovers() == [])
          #expect(try vault.repository.fsck() == "")
        }
      }
    }
  }

  /// The number of the step of that name.
  private func stepCount(until name: String) throws -> Int {
    let vault = try ApplyVault.varied()
    let steps = try SyncProbe.apply(vault, "--steps").text.split(separator: "\n")
    return try #require(steps.firstIndex { $0 == "step \(name)" }) + 1
  }

  @Test("ended at any moment, with an edit before every third recovery, nothing is lost or torn")
  func anyMoment() throws {
    try withSeed { generator, _ in
      for round in 0..<30 {
        let vault = try ApplyVault.varied()
        let moment = Int.random(in: 1...40_000, using: &generator)
        let run = try SyncProbe.apply(vault, "--after", "\(moment)")
        try withNote("round \(round): \(moment) µs, \(run)") {
          expectWhole(vault)
          let edit = round % 3 == 0 ? try userEdit(vault, &generator) : nil
          let recovery = try SyncProbe.recover(vault)
          #expect(recovery.status == 0, "\(recovery.text)")
          if let edit {
            try expectKept(edit, vault)
          } else {
            try vault.expectSettled(at: try vault.head == vault.new ? vault.new : vault.old)
          }
        }
      }
    }
  }

  @Test("ended after any step, an edit before the recovery stays, and git sees it")
  func editsAtEveryStep() throws {
    try withSeed { generator, _ in
      let count = try stepCount(until: "journalRemoved")
      for step in 1...count {
        let vault = try ApplyVault.varied()
        _ = try SyncProbe.apply(vault, "--kill", "\(step)")
        try withNote("killed at step \(step)") {
          let edit = try userEdit(vault, &generator)
          #expect(try SyncProbe.recover(vault).status == 0)
          try expectKept(edit, vault)
        }
      }
    }
  }

  // MARK: What is checked

  private struct Edit {
    var name: String
    /// Nil: the file was deleted.
    var text: String?
  }

  /// A file is changed, deleted or made by hand.
  private func userEdit(
    _ vault: ApplyVault, _ generator: inout SeededGenerator
  ) throws -> Edit {
    let names = vault.files().keys.filter { !$0.contains(".tl") }.sorted()
    let name = try #require(names.randomElement(using: &generator))
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      try FileManager.default.removeItem(atPath: vault.folder.path(name))
      return Edit(name: name, text: nil)
    case 1:
      let made = "made by hand.md"
      try vault.folder.write("my own\n", to: made)
      return Edit(name: made, text: "my own\n")
    default:
      let text = try vault.folder.readText(name) + "edited\n"
      try vault.folder.write(text, to: name)
      return Edit(name: name, text: text)
    }
  }

  private func expectKept(_ edit: Edit, _ vault: ApplyVault) throws {
    let commit = try vault.head
    #expect(commit == vault.old || commit == vault.new)
    var expected = try vault.texts(of: commit)
    let files = vault.files()
    if let text = edit.text {
      #expect(files[edit.name] == text)
    } else if commit == vault.new || expected[edit.name] == nil {
      #expect(files[edit.name] == nil)
    }
    // All else is as the commit has it, but for what could not come back past the edit.
    expected[edit.name] = files[edit.name]
    let blocked = expected.keys.filter { name in
      name.hasPrefix(edit.name + "/") || edit.name.hasPrefix(name + "/")
    }
    for name in blocked where files[name] == nil {
      // Where its folder is a file by now it is at the top, where it has a folder's name beside that.
      let path = try #require(VaultPath(name))
      for place in [String(decoding: path.name, as: UTF8.self), path.numbered(2).text]
      where files[place] == expected[name] {
        expected[place] = expected[name]
        break
      }
      expected[name] = nil
    }
    // What gave way to a file that was then edited is beside it.
    let beside = try #require(VaultPath(edit.name)).numbered(2).text
    if commit == vault.old, edit.text != nil, let text = vault.oldTexts[edit.name],
      files[beside] == text
    {
      expected[beside] = text
    }
    #expect(files == expected)
    #expect(vault.leftovers() == [])
    #expect(try vault.repository.fsck() == "")
    try expectStatus(files, commit, vault)
  }

  /// Git says about the folder exactly what a comparison of every file says.
  private func expectStatus(
    _ files: [String: String], _ commit: ObjectID, _ vault: ApplyVault
  ) throws {
    let committed = try vault.texts(of: commit)
    let differing = Set(files.keys).union(committed.keys).filter { files[$0] != committed[$0] }
    let output = try vault.repository.git("status", "--porcelain", "-z", "-uall")
    let seen = output.split(separator: "\0").map { String($0.dropFirst(3)) }
    #expect(Set(seen) == differing)
  }

  /// Every file that has a name of its own is one of the two versions, whole.
  private func expectWhole(_ vault: ApplyVault) {
    let (old, new) = (vault.oldTexts, vault.newTexts)
    for (name, text) in vault.files() where !name.contains(".tl-tmp-") {
      #expect(text == old[name] || text == new[name], "\(name)")
    }
  }
}
