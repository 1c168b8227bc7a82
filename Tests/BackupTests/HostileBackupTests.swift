import Archives
import SystemCalls
import TestSupport
import Testing
import VaultFormat

@testable import Backup

@Suite("Backups of strangers, and damaged ones")
struct HostileBackupTests {
  @Test(
    "paths that no backup holds are refused, and nothing is written",
    arguments: [
      "vault/.git/hooks/post-checkout", "vault/sub/.Git/config", "vault/git~1/x",
      "vault/.tl/local/sync/journal", "vault/.tl/local/write.lock", "elsewhere/a",
    ])
  func paths(name: String) throws {
    let backup = try BackupCase()
    try backup.forge(.of(name, "text"), [name: Array("text".utf8)])
    #expect(throws: BackupError.refusedPath(name: name)) { try backup.restore() }
    #expect(try backup.names == ["backup.zip", "vault"])
  }

  @Test("an archive has to be what its manifest says")
  func otherEntries() throws {
    let note: KeyValuePairs<String, [UInt8]> = ["vault/a": Array("text".utf8)]
    for (manifest, error) in [
      (BackupManifest.of("vault/b", "text"), BackupError.otherEntries),
      (.of("vault/a", "texT"), .changed(name: "vault/a")),
      (.of("vault/a", "text and more"), .changed(name: "vault/a")),
    ] {
      let backup = try BackupCase()
      try backup.forge(manifest, note)
      #expect(throws: error) { try backup.archive().check { _ in true } }
      #expect(throws: error) { try backup.restore() }
      #expect(try backup.names == ["backup.zip", "vault"])
    }
    let other = try BackupCase()
    try other.forge(BackupManifest(), [:])
    #expect(throws: BackupError.notABackup) { try other.archive() }
    // A name that no backup writes.
    let text = "tl-backup\t1\nmade\t2026\nmark\t\tvault/%+1\n"
    #expect(throws: BackupError.notABackup) { try BackupManifest(Array(text.utf8)) }
  }

  @Test("sizes that no number holds together, and a manifest larger than its archive, are refused")
  func sizes() throws {
    let text = Array("text".utf8)
    let huge = try BackupCase()
    var manifest = BackupManifest.of("vault/a", "text")
    manifest.entries.append(BackupManifest.of("vault/b", "text").entries[0])
    for index in manifest.entries.indices { manifest.entries[index].size = .max }
    try huge.forge(manifest, ["vault/a": text, "vault/b": text])
    #expect(throws: BackupError.changed(name: "vault/a")) { try huge.archive() }
    let inflated = try BackupCase()
    manifest = .of("vault/a", "text")
    manifest.made = String(repeating: "x", count: 1 << 23)
    try inflated.forge(manifest, ["vault/a": text])
    #expect(throws: ArchiveError.self) { try inflated.archive() }
  }

  @Test("settings that name programs, or remotes in the folder with their hooks, are left out")
  func settings() throws {
    let backup = try BackupCase()
    try backup.makeHistory()
    try backup.make()
    let bundle = try historyBytes(backup)
    let forged = try BackupCase()
    try forged.folder.makeFolder("kept")
    let settings = [
      ("core.sshCommand", "touch x"), ("remote.origin.url", "ext::touch x"),
      ("remote.origin.uploadpack", "touch x"), ("remote.second.url", "https://example.org/a.git"),
      ("remote.a b.url", "https://example.org/b.git"), ("remote.second.fetch", "+touch x:refs/x"),
      ("branch.main.remote", "touch x"), ("branch.main.merge", "touch x"),
      ("remote.inner.url", "vault/x"), ("remote.inner2.url", "./a"),
      ("remote.beside.url", "../kept"), ("remote.later.url", "\(forged.folder.path)/restored/a"),
    ].map { BackupManifest.Setting(name: $0, value: $1) }
    var manifest = BackupManifest.of("vault/a", "text", settings: settings)
    manifest.branch = "refs/heads/main"
    var entry = try #require(try backup.archive().manifest.entries.last { $0.kind == .history })
    entry.size = Int64(bundle.count)
    manifest.entries.append(entry)
    try forged.forge(manifest, ["vault/a": Array("text".utf8), BackupManifest.history: bundle])
    try forged.restore()
    expect(
      try forged.git("config", "--local", "--list", in: "restored"), has: "remote.second.url",
      "remote.second.fetch=+refs/heads/*:refs/remotes/second/*", "remote.beside.url=../kept",
      lacks: "touch x", "a b", "remote.inner", "remote.later")
  }

  private func historyBytes(_ backup: BackupCase) throws -> [UInt8] {
    let reader = try ZipReader(FileDescriptor(openingFile: backup.file))
    let entry = try #require(
      reader.entries.first { $0.name.elementsEqual(BackupManifest.history.utf8) })
    return try reader.contents(of: entry, limit: 1 << 24)
  }

  @Test("a backup that was cut off anywhere, or changed by a byte, is not whole")
  func damaged() throws {
    let backup = try BackupCase(["note.md": "text", "photo.jpg": "not really"])
    try backup.make()
    let bytes = try backup.folder.read("backup.zip")
    let whole = try backup.archive().manifest
    try withSeed { generator, _ in
      let places = generator.pick(200, of: Array(bytes.indices))
      for place in places {
        try backup.folder.write(bytes.prefix(place), to: "backup.zip")
        #expect(throws: (any Error).self, "\(place)") { try backup.archive() }
        var changed = bytes
        changed[place] ^= 0x55
        try backup.folder.write(changed, to: "backup.zip")
        // Some bytes mean nothing here, such as times that the manifest has too.
        guard let archive = try? backup.archive(), (try? archive.check { _ in true }) != nil else {
          continue
        }
        #expect(archive.manifest == whole)
      }
    }
    #expect(try backup.names == ["backup.zip", "vault"])
  }

  @Test("a manifest reads what it wrote, whatever the names are")
  func manifests() throws {
    try withSeed { generator, _ in
      for _ in 0..<200 {
        var manifest = BackupManifest.of("a", "b")
        manifest.settings = [.init(name: "remote.a\tb%.url", value: "x\ny")]
        manifest.marks = [.init(flag: "", path: [0xFF, 10])]
        let count = Int.random(in: 1...300, using: &generator)
        manifest.entries.append(
          .init(
            kind: .folder, name: generator.bytes(count: count), permissions: 0o755,
            modified: FileTime(seconds: -5, nanoseconds: 999_999_999)))
        let read = try BackupManifest(manifest.text)
        #expect(read == manifest)
      }
    }
    for text in ["", "tl-backup\t1\n", "tl-backup\t1\nmade\tx\nfile\t9\n", "other\t1\nmade\tx\n"] {
      #expect(throws: BackupError.notABackup) { try BackupManifest(Array(text.utf8)) }
    }
    #expect(throws: BackupError.newer) { try BackupManifest(Array("tl-backup\t2\n".utf8)) }
  }

  @Test("a bundle that is damaged leaves nothing behind")
  func bundles() throws {
    for text in [
      "nonsense", "# v2 git bundle\n\nPACK",
      "# v2 git bundle\n-\(String(repeating: "0", count: 40))\n\n",
    ] {
      var manifest = BackupManifest.of("vault/a", "text")
      let bytes = Array(text.utf8)
      manifest.entries.append(
        .init(
          kind: .history, name: Array(BackupManifest.history.utf8), size: Int64(bytes.count),
          hash: SHA1.digest(of: bytes).hex, permissions: 0o600,
          modified: FileTime(seconds: 0, nanoseconds: 0)))
      let backup = try BackupCase()
      try backup.forge(manifest, ["vault/a": Array("text".utf8), BackupManifest.history: bytes])
      #expect(throws: (any Error).self) { try backup.restore() }
      #expect(try backup.names == ["backup.zip", "vault"])
    }
  }
}
