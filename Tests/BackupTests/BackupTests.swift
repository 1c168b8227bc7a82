import Archives
import Foundation
import SystemCalls
import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import Backup

@Suite("Backups")
struct BackupTests {
  @Test("what is restored is what was backed up: names, bytes, modes, times", arguments: 0..<6)
  func roundTrip(number: Int) throws {
    try withSeed { generator, _ in
      let backup = try BackupCase(["note.md": "text", ".tl/local/trash/1/record": "note"])
      try backup.folder.write("draft", to: "vault/.tl/local/drafts/1.about")
      try backup.folder.write("copy", to: "vault/.tl/local/cache/x")
      try generator.fill(backup.folder.path("vault"))
      let before = try Tree(of: backup.folder.path("vault"))
      let report = try backup.make()
      try backup.archive().check { _ in true }
      let restored = try backup.restore()
      #expect(restored.files == report.files && restored.bytes == report.bytes)
      #expect(report.history == .none && !restored.hasHistory)
      let after = try Tree(of: backup.folder.path("restored"))
      #expect(after.difference(to: before.backedUp) == [])
      #expect(after.things[try #require(VaultPath(".tl/local/drafts/1.about"))] != nil)
      #expect(after.things[try #require(VaultPath(".tl/local/cache"))] == nil)
      // Nothing of the vault has changed.
      #expect(try Tree(of: backup.folder.path("vault")) == before)
      #expect(try backup.names == ["backup.zip", "restored", "vault"])
    }
  }

  @Test("a file with holes comes back with them", arguments: [0, 300_000])
  func holes(tail: Int) throws {
    let backup = try BackupCase()
    let path = backup.folder.path("vault/sparse.bin")
    try backup.folder.write("start", to: "vault/sparse.bin")
    let size = 8 << 20
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    try file.truncate(atOffset: UInt64(size))
    try file.seekToEnd()
    try file.write(contentsOf: Data(repeating: 1, count: tail))
    try backup.make()
    try backup.restore()
    let restored = backup.folder.path("restored/sparse.bin")
    #expect(FileManager.default.contentsEqual(atPath: path, andPath: restored))
    var status = stat()
    #expect(stat(restored, &status) == 0 && Int(status.st_size) == size + tail)
    #expect(Int(status.st_blocks) * 512 < 1 << 20)
  }

  @Test("links are named and left out")
  func links() throws {
    let backup = try BackupCase(["note.md": "text"])
    try FileManager.default.createSymbolicLink(
      atPath: backup.folder.path("vault/link"), withDestinationPath: "/etc/passwd")
    let report = try backup.make()
    let link = try #require(VaultPath("link"))
    #expect(report.omitted == [.init(link, .link)])
  }

  @Test(
    "what is taken",
    arguments: [
      ("note.md", nil), (".gitattributes", nil), (".tl/config.yaml", nil), ("a\\b", nil),
      (".tl/local/trash/1/files/a", nil), (".tl/local/drafts/1.about", nil),
      (".tl/local/recordings/a.wav", nil), (".tl/local/sync/held-back", nil),
      (".tl/local/sync/kept-out", nil),
      (".git", .history), (".git/config", .repository), ("sub/.GIT/hooks/x", .repository),
      (".tl/local/sync/journal", .ofDevice), (".tl/local/write.lock", .ofDevice),
      (".TL/local/x", .ofDevice), (".tl/local", .ofDevice), (".tl", .ofDevice),
    ] as [(String, BackupRules.Omission?)])
  func rules(path: String, omission: BackupRules.Omission?) throws {
    let path = try #require(VaultPath(path))
    #expect(BackupRules.omission(of: path, isFolder: false) == omission)
  }

  @Test("git clones from the bundle, and what is restored goes on where it was")
  func history() throws {
    let backup = try BackupCase()
    try backup.makeHistory()
    try backup.folder.write("private/\n", to: "vault/.git/info/exclude")
    try backup.folder.write("not for others", to: "vault/private/a.md")
    let report = try backup.make()
    #expect(report.history == .taken && report.historyBytes > 0)
    _ = try runProgram(
      "/usr/bin/env", ["unzip", "-q", backup.file, "-d", "unzipped"], in: backup.folder.path,
      environment: ["PATH": "/usr/bin:/bin"])
    #expect(try backup.git("bundle", "verify", "../unzipped/history.bundle").isEmpty == false)
    try backup.git("clone", "-q", "unzipped/history.bundle", "clone", in: ".")
    #expect(try backup.git("rev-parse", "HEAD", in: "clone") == backup.git("rev-parse", "HEAD"))
    #expect(try backup.restore().hasHistory)
    for question in [["log", "--all", "--format=%H"], ["show-ref"], ["status", "--porcelain"]] {
      let answers = try ["vault", "restored"].map { name in
        try runGit(question, in: name, of: backup)
      }
      #expect(answers[0] == answers[1], "\(question)")
    }
    try backup.git("fsck", "--strict", in: "restored")
    let settings = try backup.git("config", "--local", "--list", in: "restored")
    expect(
      settings, has: "remote.origin.url=https://example.org/notes.git",
      "branch.main.remote=origin", lacks: "s3cret", "sshcommand")
    #expect(try !Data(backup.folder.read("backup.zip")).contains("s3cret"))
    // It is deflated in the file.
    #expect(try !Data(backup.archive().manifest.text).contains("s3cret"))
  }

  @Test("what git has and the backup lacks is not taken for deleted after a restore")
  func marks() throws {
    let backup = try BackupCase()
    try backup.makeHistory()
    let root = backup.folder.path("vault")
    try backup.git("update-index", "--skip-worktree", "1.bin")
    try backup.git("update-index", "--assume-unchanged", "2.bin")
    try backup.folder.write("other", to: "vault/2.bin")
    for name in ["1.bin", "3.bin", "note.md"] {
      try FileManager.default.removeItem(atPath: "\(root)/\(name)")
    }
    try FileManager.default.createSymbolicLink(
      atPath: "\(root)/note.md", withDestinationPath: "elsewhere")
    try backup.make()
    try backup.restore()
    // The one that was really deleted stays so.
    #expect(try backup.git("status", "--porcelain", in: "restored") == " D 3.bin\n")
    expect(
      try backup.git("ls-files", "-v", in: "restored"), has: "S 1.bin", "h 2.bin", "S note.md")
    #expect(
      try backup.folder.readText("restored/.tl/local/sync/kept-in-git") == "in-the-way note.md\n")
  }

  private func runGit(_ words: [String], in name: String, of backup: BackupCase) throws -> String {
    words.count == 1
      ? try backup.git(words[0], in: name)
      : words.count == 2
        ? try backup.git(words[0], words[1], in: name)
        : try backup.git(words[0], words[1], words[2], in: name)
  }

  @Test("the history is left out if asked, and where it would be another's")
  func withoutHistory() throws {
    let backup = try BackupCase()
    try backup.makeHistory()
    #expect(try backup.make(withHistory: false).history == .unwanted)
    #expect(try !backup.restore().hasHistory)
    let shallow = try BackupCase()
    try backup.git(
      "clone", "-q", "--depth=1", "file://\(backup.folder.path)/vault", "shallow", in: ".")
    let plan = try BackupPlan(
      of: VaultFolder(opening: backup.folder.path("shallow")), withHistory: true)
    #expect(plan.history == .shallow)
    try shallow.git("init", "-q", in: ".")
    #expect(try BackupPlan(of: shallow.vault, withHistory: true).history == .ofLargerRepository)
  }

  @Test("a file that changes while it is read is read again, or named")
  func changing() throws {
    for times in [1, 9] {
      let backup = try BackupCase(["note.md": "old"])
      var changes = 0
      let report = try backup.make { _ in
        changes += 1
        // Another length each time: the clock of files may stand still meanwhile.
        let text = "new" + String(repeating: "!", count: changes)
        if changes <= times { _ = try? backup.folder.write(text, to: "vault/note.md") }
        return true
      }
      let note = try #require(VaultPath("note.md"))
      let isOmitted = report.omitted.contains { $0.path == note }
      #expect((report.inconsistent == [note] || isOmitted) == (times > 1), "\(report)")
      try backup.archive().check { _ in true }
      try backup.restore()
      if times == 1 { #expect(try backup.folder.readText("restored/note.md") == "new!") }
    }
  }

  @Test("a note that is added or moved while others are read is in it")
  func addedMeanwhile() throws {
    let backup = try BackupCase(["a.md": "a", "z.md": "moved"])
    var isFirst = true
    let report = try backup.make { _ in
      guard isFirst else { return true }
      isFirst = false
      let root = backup.folder.path("vault")
      try? FileManager.default.moveItem(atPath: "\(root)/z.md", toPath: "\(root)/0.md")
      _ = try? backup.folder.write("added", to: "vault/sub/new.md")
      return true
    }
    #expect(report.omitted == [] && report.inconsistent == [])
    try backup.restore()
    #expect(try backup.folder.readText("restored/0.md") == "moved")
    #expect(try backup.folder.readText("restored/sub/new.md") == "added")
    #expect(!backup.folder.exists("restored/z.md"))
  }

  @Test("a file whose folder is no entry of its own is restored")
  func withoutFolders() throws {
    let backup = try BackupCase()
    try backup.forge(.of("vault/a/b.md", "text"), ["vault/a/b.md": Array("text".utf8)])
    try backup.restore()
    #expect(try backup.folder.readText("restored/a/b.md") == "text")
  }

  @Test("what ends early leaves nothing: an interrupt, a file that is there, one in the vault")
  func nothingHalf() throws {
    let backup = try BackupCase(["note.md": "text"])
    #expect(throws: BackupError.interrupted) { try backup.make { _ in false } }
    #expect(try backup.names == ["vault"])
    try backup.make()
    let bytes = try backup.folder.read("backup.zip")
    #expect(throws: BackupError.exists(path: backup.file)) { try backup.make() }
    #expect(throws: BackupError.interrupted) { try backup.make(replaces: true) { _ in false } }
    #expect(try backup.folder.read("backup.zip") == bytes)
    #expect(throws: BackupError.insideVault) {
      try BackupFile(backup.folder.path("vault/sub.zip"), of: backup.vault, replaces: true)
    }
    for path in [backup.folder.path, backup.folder.path + "/"] {
      #expect(throws: BackupError.isFolder(path: path)) {
        try BackupFile(path, of: backup.vault, replaces: true)
      }
    }
    #expect(throws: BackupError.interrupted) {
      try BackupRestore.run(backup.archive(), into: backup.folder.path("new"), program: "tl") { _ in
        false
      }
    }
    #expect(try backup.names == ["backup.zip", "vault"])
    #expect(try FileDescriptor.status(ofPath: backup.file).permissions == 0o600)
  }

  @Test("only a new or an empty folder is restored into")
  func taken() throws {
    let backup = try BackupCase(["note.md": "text"])
    try backup.make()
    try backup.folder.makeFolder("empty")
    try backup.restore(to: "empty")
    #expect(try backup.folder.readText("empty/note.md") == "text")
    for name in ["empty", "backup.zip"] {
      #expect(throws: BackupError.notEmpty(path: backup.folder.path(name))) {
        try backup.restore(to: name)
      }
    }
    #expect(try backup.names == ["backup.zip", "empty", "vault"])
  }

  @Test("an encrypted backup is read with its key, and the plain one is nowhere")
  func encrypted() throws {
    let backup = try BackupCase(["note.md": "a secret"])
    let output = try runProgram(
      "/usr/bin/env", ["age-keygen", "-o", "key.txt"], in: backup.folder.path,
      environment: ["PATH": "/usr/bin:/bin"])
    try #require(output.status == 0, "\(output.stderrText)")
    let words = try backup.folder.readText("key.txt").split(whereSeparator: \.isWhitespace)
    let key = try #require(words.first { $0.hasPrefix("age1") })
    try backup.make(for: [String(key)])
    #expect(
      try Data(backup.folder.read("backup.zip")).starts(with: Array("age-encryption.org".utf8)))
    #expect(throws: BackupError.encrypted) { try backup.archive() }
    let identity = backup.folder.path("key.txt")
    try backup.archive(identity: identity).check { _ in true }
    try backup.restore(identity: identity)
    #expect(try backup.folder.readText("restored/note.md") == "a secret")
    #expect(try backup.names == ["backup.zip", "key.txt", "restored", "vault"])
    #expect(try backup.folder.names(in: "vault/.tl/local") == [])
    #expect(throws: BackupError.age(status: 1)) {
      try backup.make(for: ["age1nonsense"], replaces: true)
    }
    #expect(try backup.names == ["backup.zip", "key.txt", "restored", "vault"])
  }
}

extension BackupTests {
  @Test("while age runs, the plain archive has no name that a killed process would leave")
  func nameless() throws {
    var backup = try BackupCase(["note.md": "a secret"])
    backup.age = backup.folder.path("age")
    let script = """
      #!/bin/sh
      cd "$(dirname "$0")"
      { ls -A .; ls -A vault/.tl/local; } >> names
      if [ "$1" = --encrypt ]; then echo age-encryption.org/v1; cat; else tail -n +2; fi
      """
    try backup.folder.write(script, to: "age")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: backup.age)
    try backup.make(for: ["age1"])
    try backup.archive(identity: "key").check { _ in true }
    try backup.restore(identity: "key")
    #expect(try backup.folder.readText("restored/note.md") == "a secret")
    let names = try backup.folder.readText("names").split(separator: "\n").map(String.init)
    // The encrypted one has a name until it is whole.
    let others = names.filter { !$0.hasPrefix("tl-backup-part-") }
    #expect(Set(others).isSubset(of: ["age", "backup.zip", "names", "vault"]))
  }
}

extension Data {
  fileprivate func contains(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}
