import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Git
@testable import VaultStore
@testable import VaultSync

/// A change that waited while its file changed in git is merged, and the folder gets what came of it.
@Suite("Applying what waited")
struct ReleasedApplyTests {
  private static let mine = "mine\n"
  private static let merged = "mine and new\n"

  /// At the second commit; `a.md` and `b.md` were held back, and a third commit has them merged.
  private func vault() throws -> (vault: ApplyVault, set: ChangeSet) {
    let vault = try ApplyVault(
      ["a.md": "old a\n", "b.md": "old b\n", "c.md": "c\n"], ["a.md": "new a\n", "b.md": nil])
    for name in ["a.md", "b.md"] { try vault.folder.write(Self.mine, to: name) }
    #expect(try vault.report(held: [path("a.md"), path("b.md")]) != nil)
    let end = try vault.repository.commitApart(
      ["a.md": Self.merged, "b.md": Self.mine], onto: vault.new)
    var set = try vault.set(from: vault.new, to: end)
    let entry = TreeEntry(id: Repository.idOfBlob(Array(Self.mine.utf8)))
    set.released = [path("a.md"): entry, path("b.md"): entry]
    return (vault, set)
  }

  private func waiting(_ vault: ApplyVault) throws -> [String] {
    try HeldFiles.uncommitted(
      VaultFolder(opening: vault.path), vault.repository.open(), at: vault.head
    )
    .map(\.path.text)
  }

  @Test("the folder gets what came of it, and the record goes")
  func applied() throws {
    let (vault, set) = try vault()
    #expect(try waiting(vault) == ["a.md", "b.md"])
    guard case .done(let report) = try vault.apply(set) else {
      Issue.record("not applied")
      return
    }
    #expect(report.written == [path("a.md")])
    #expect(report.kept == [])
    try vault.expectSettled(at: set.new)
    #expect(!vault.folder.exists(".tl/local/sync/held-back"))
  }

  @Test("a file that was changed since it was looked at is not touched, and goes on waiting")
  func changed() throws {
    for text in ["mine, edited\n", "old a\n", "new a\n"] {
      let (vault, set) = try vault()
      try vault.folder.write(text, to: "a.md")
      #expect(try vault.apply(set) == .changedMeanwhile([path("a.md")]))
      #expect(try vault.folder.readText("a.md") == text)
      #expect(try vault.head == vault.new)
      #expect(try waiting(vault) == ["a.md", "b.md"])
    }
  }

  @Test("ended after any step: the branch has the change, or it still waits")
  func everyStep() throws {
    let (vault, set) = try vault()
    var copies: [(step: ApplyStep, vault: ApplyVault)] = []
    _ = try vault.apply(set) { apply in
      apply.onStep = { step in
        if let copy = try? ApplyVault(copying: vault) { copies.append((step, copy)) }
      }
    }
    #expect(copies.contains { $0.step == .heldWritten })
    for (step, copy) in copies {
      try withNote("after \(step)") {
        _ = try copy.recover()
        if try copy.head == set.new {
          try copy.expectSettled(at: set.new)
          #expect(try waiting(copy) == [])
        } else {
          #expect(try copy.head == vault.new)
          #expect(try copy.folder.readText("a.md") == Self.mine)
          #expect(try copy.folder.readText("b.md") == Self.mine)
          #expect(try waiting(copy) == ["a.md", "b.md"])
          #expect(
            try HeldFiles.read(VaultFolder(opening: copy.path)).allSatisfy { $0.base == vault.old })
          // The next attempt comes to the same end.
          guard case .done = try copy.apply(set) else {
            Issue.record("not applied")
            return
          }
          try copy.expectSettled(at: set.new)
        }
      }
    }
  }

  /// The same, but both files are as they were when they began to wait.
  private func unchangedVault() throws -> (vault: ApplyVault, set: ChangeSet) {
    let (vault, _) = try vault()
    for name in ["a.md", "b.md"] { try vault.folder.write("old \(name.first ?? "?")\n", to: name) }
    var set = try vault.set(from: vault.new, to: vault.new)
    for name in ["a.md", "b.md"] {
      let text = "old \(name.first ?? "?")\n"
      set.released[path(name)] = TreeEntry(id: Repository.idOfBlob(Array(text.utf8)))
    }
    return (vault, set)
  }

  @Test("a file that is as it was when it began to wait gets what the branch has")
  func unchanged() throws {
    let (vault, set) = try unchangedVault()
    guard case .done(let report) = try vault.apply(set) else {
      Issue.record("not applied")
      return
    }
    #expect(report.written == [path("a.md")] && report.removed == [path("b.md")])
    try vault.expectSettled(at: vault.new)
    #expect(try waiting(vault) == [])
  }

  @Test("ended after any step: a file that does not have what the branch has still waits")
  func unchangedAtEveryStep() throws {
    let (vault, set) = try unchangedVault()
    var copies: [(step: ApplyStep, vault: ApplyVault)] = []
    _ = try vault.apply(set) { apply in
      apply.onStep = { step in
        if let copy = try? ApplyVault(copying: vault) { copies.append((step, copy)) }
      }
    }
    #expect(copies.count > 8)
    for (step, copy) in copies {
      try withNote("after \(step)") {
        _ = try copy.recover()
        let waiting = try waiting(copy)
        #expect(waiting.contains("a.md") || copy.files()["a.md"] == "new a\n")
        #expect(waiting.contains("b.md") || copy.files()["b.md"] == nil)
        #expect(copy.leftovers() == [])
      }
    }
  }

  @Test("a list that was damaged loses only the lines that are none")
  func damaged() throws {
    let (vault, _) = try vault()
    let folder = try VaultFolder(opening: vault.path)
    let files = try HeldFiles.read(folder)
    let list = try vault.folder.readText(".tl/local/sync/held-back")
    try vault.folder.write(
      "x y\n- - - - ../up.md\n- - - - a%2\n" + list, to: ".tl/local/sync/held-back")
    #expect(try HeldFiles.read(folder) == files)
    let odd = HeldFile(
      path: path("a b%\u{7}.md"), base: vault.old,
      entry: TreeEntry(id: vault.new, mode: .executable), flag: .skipWorktree, outcome: vault.new)
    try HeldFiles.write([odd], to: folder)
    #expect(try HeldFiles.read(folder) == [odd])
  }
}
