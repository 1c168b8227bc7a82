import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Git
@testable import VaultSync

extension GuardTests {
  /// Commits that no well-meaning program makes, in the remote.
  @Suite("Guards: what may arrive")
  struct Arriving {
    private let bare: BareRepository
    private let vault: GuardedVault

    init() throws {
      bare = try BareRepository()
      vault = try GuardedVault(bare, ["a.md": "A\n"])
      try vault.sync()
    }

    private func object(_ type: String, _ bytes: some Sequence<UInt8>) throws -> String {
      let output = try GitProgram.run(
        ["hash-object", "-t", type, "-w", "--literally", "--stdin"], in: bare.path,
        stdin: Array(bytes))
      return String(decoding: output.dropLast(), as: UTF8.self)
    }

    private func tree(_ entries: [(mode: String, name: String, id: String)]) throws -> String {
      let bytes = try entries.flatMap { entry in
        Array("\(entry.mode) \(entry.name)\0".utf8) + (try #require(ObjectID(hex: entry.id))).bytes
      }
      return try object("tree", bytes)
    }

    /// A tree with one file, in folders of these names.
    private func tree(_ components: [String]) throws -> String {
      var id = try object("blob", "hostile".utf8)
      var mode = "100644"
      for name in components.reversed() {
        id = try tree([(mode, name, id)])
        mode = "40000"
      }
      return id
    }

    /// Moves the remote's branch to a commit of the tree.
    private func push(_ tree: String) throws {
      let parent = try #require(try bare.id("refs/heads/main"))
      let commit = try GitProgram.text(
        ["commit-tree", tree, "-p", parent.hex, "-m", "hostile"], in: bare.path)
      try GitProgram.run(["update-ref", "refs/heads/main", commit], in: bare.path)
    }

    private func state(of vault: GuardedVault) throws -> [String: String] {
      var texts: [String: String] = [:]
      let folder = vault.repository.folder
      for name in folder.contents()
      where !name.hasPrefix(".git/") && !name.hasPrefix(".tl/local/") {
        texts[name] = try? folder.readText(name)
      }
      for name in [".git/config", ".git/HEAD", ".git/hooks/post-commit"] {
        texts[name] = vault.text(name)
      }
      return texts
    }

    /// The paths that are refused.
    private func refused() throws -> [String]? {
      let before = try state(of: vault)
      let head = try vault.repository.id("HEAD")
      defer {
        #expect((try? state(of: vault)) == before)
        #expect((try? vault.repository.id("HEAD")) == head)
        #expect(vault.text(".tl/local/sync/journal") == nil)
      }
      return try refusal()
    }

    /// The paths that are refused; for a name that leads nowhere git's own words about its tree.
    private func refusal() throws -> [String]? {
      do {
        try vault.sync()
      } catch SyncError.hostilePaths(let paths) {
        return paths.map(\.text)
      } catch SyncError.git(let error) where error.code == .refusedPath {
        return [error.message]
      }
      return nil
    }

    /// The paths for which a sync sends nothing.
    private func withheld() throws -> [String] {
      guard case .withheld(let paths) = try vault.sync().network else { return [] }
      return paths.map(\.text)
    }

    @Test("a path that other devices refuse is not sent to them, and named")
    func leaving() throws {
      let sent = try bare.id("refs/heads/main")
      try vault.write("x\n", to: "a\\b.md")
      try vault.repository.git("add", "-A")
      try vault.repository.git("commit", "-qm", "from an archive")
      #expect(try withheld() == ["a\\b.md"])
      #expect(try bare.id("refs/heads/main") == sent)
      try vault.repository.git("mv", "a\\b.md", "b.md")
      #expect(try vault.sync().network.told == "done")
      #expect(try bare.id("refs/heads/main") == vault.repository.id("HEAD"))
    }

    @Test("files of this device alone are not sent, also if a later commit takes them out again")
    func leavingForGood() throws {
      let sent = try bare.id("refs/heads/main")
      try vault.write("secret\n", to: ".tl/local/trash/1/n.md")
      try vault.repository.git("add", "-f", ".tl/local/trash")
      try vault.repository.git("commit", "-qm", "everything")
      try vault.repository.git("rm", "-rq", "--cached", ".tl/local/trash")
      try vault.repository.git("commit", "-qm", "not that")
      #expect(try withheld() == [".tl/local/trash/1/n.md"])
      #expect(try bare.id("refs/heads/main") == sent)
      try vault.repository.git("reset", "-q", "--soft", "@{upstream}")
      try vault.repository.git("reset", "-q")
      #expect(try vault.sync().network.told == "done")
      #expect(vault.text(".tl/local/trash/1/n.md") == "secret\n")
      let names = try GitProgram.text(["log", "--all", "--name-only", "--format="], in: bare.path)
      #expect(!names.contains(".tl/local"))
    }

    private static let paths: [[String]] = [
      [".tl", "local", "sync", "journal"], [".TL", "Local", "sync"], [".tl", "local"], [".tl"],
      [".git", "config"], [".GIT", "hooks", "post-commit"], ["sub", ".git"], ["git~1", "config"],
      [".git ", "config"], [".git.", "config"], [".git::$INDEX_ALLOCATION", "config"],
      [".g\u{200C}it", "config"], ["\u{FEFF}.git", "config"], ["a\\b.md"], [".", "x.md"],
      ["..", "x.md"], ["sub", "..", "..", "x.md"],
    ]

    @Test("a path that must not arrive is named, and nothing is written", arguments: paths)
    func refusedPath(components: [String]) throws {
      try push(try tree(components))
      let paths = try #require(try refused())
      #expect(paths.count == 1)
      let isNamed = paths[0] == components.joined(separator: "/")
      #expect(isNamed || components.contains { paths[0].contains("the name '\($0)'") })
    }

    @Test("the same where both sides have changed", arguments: paths)
    func refusedInMerge(components: [String]) throws {
      try push(try tree(components))
      try vault.write("B\n", to: "b.md")
      vault.options.pushes = false
      #expect(try refusal()?.count == 1)
      #expect(vault.text("a.md") == "A\n" && vault.text("b.md") == "B\n")
      #expect(try vault.committed() == ["a.md": "A\n", "b.md": "B\n"])
      #expect(vault.text(".tl/local/sync/journal") == nil)
    }

    @Test("a clone refuses the same, and leaves nothing behind")
    func refusedInClone() throws {
      try push(try tree([".git", "config"]))
      let folder = try TemporaryFolder()
      let synced = try vault.open()
      let error = #expect(throws: SyncError.self) {
        try SyncedVault.clone(
          bare.path, into: folder.path("new"), settings: synced.settings,
          surroundings: synced.surroundings,
          progress: { _ in true })
      }
      guard case .hostilePaths = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(!folder.exists("new/.git") && !folder.exists("new/config"))
    }

    @Test("links arrive in git only, and nothing is written through one that is in the folder")
    func links() throws {
      let outside = try TemporaryFolder()
      let target = try object("blob", outside.path.utf8)
      try push(try tree([("120000", "out", target)]))
      try vault.sync()
      #expect(!vault.repository.folder.exists("out") && vault.text("a.md") == nil)
      symlink(outside.path, vault.repository.folder.path("out"))
      try push(try tree(["out", "x.md"]))
      #expect(try vault.sync().kept.map(\.path.text) == ["out/x.md"])
      #expect(outside.contents() == [])
      #expect(try vault.committed() == ["out/x.md": "hostile"])
      #expect(try vault.sync().committed.isEmpty)
    }

    @Test("a submodule arrives in git only, and its settings start nothing")
    func submodule() throws {
      let commit = try #require(try bare.id("refs/heads/main"))
      let settings = try object(
        "blob", "[submodule \"m\"]\n\tpath = m\n\turl = ext::touch x\n\tupdate = !touch x\n".utf8)
      try push(try tree([("100644", ".gitmodules", settings), ("160000", "m", commit.hex)]))
      try vault.sync()
      #expect(vault.text(".gitmodules") != nil)
      #expect(vault.repository.folder.contents().filter { $0 == "x" || $0.hasPrefix("m/") } == [])
      #expect(try vault.sync().committed.isEmpty)
    }

    @Test("a journal in the folder that is not this device's own is put aside and never followed")
    func foreignJournal() throws {
      try vault.write("precious\n", to: "b.md")
      try vault.repository.folder.write("tl journal 1\nkey 0\n", to: ".tl/local/sync/journal")
      try vault.expectSync(gives: ["b.md": "precious\n", ".tl/local/sync/journal": nil])
    }
  }
}
