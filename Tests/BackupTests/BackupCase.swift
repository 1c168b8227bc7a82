import Archives
import Foundation
import SystemCalls
import TestSupport
import VaultFormat
import VaultStore

@testable import Backup

/// A vault in `vault`, and beside it the place of its backups.
struct BackupCase {
  let folder: TemporaryFolder
  var age = "/usr/bin/age"
  var file: String { folder.path("backup.zip") }
  var vault: VaultFolder { get throws { try VaultFolder(opening: folder.path("vault")) } }

  init(_ files: [String: String] = [:]) throws {
    folder = try TemporaryFolder(inMemory: true)
    _ = try Vault.initialize(folder.path("vault"), timeZone: nil)
    for (path, text) in files { try folder.write(text, to: "vault/\(path)") }
  }

  @discardableResult
  func make(
    withHistory: Bool = true, for recipients: [String] = [], replaces: Bool = false,
    progress: @escaping (Int) -> Bool = { _ in true }
  ) throws -> BackupReport {
    let vault = try vault
    return try BackupFile(file, of: vault, replaces: replaces).write(
      BackupPlan(of: vault, withHistory: withHistory), of: vault, for: recipients,
      age: age, made: "2026-11-20T18:03:11+01:00", progress: progress
    ).report
  }

  func archive(identity: String? = nil) throws -> BackupArchive {
    try BackupArchive(file, identity: identity, age: age, scratch: folder.path)
  }

  @discardableResult
  func restore(to name: String = "restored", identity: String? = nil) throws -> RestoreReport {
    try BackupRestore.run(
      archive(identity: identity), into: folder.path(name), program: "/usr/bin/tl"
    ) { _ in true }
  }

  @discardableResult
  func git(_ arguments: String..., in name: String = "vault") throws -> String {
    let output = try runProgram(
      "/usr/bin/env", ["git"] + arguments, in: folder.path(name),
      environment: [
        "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": folder.path,
        "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null",
        "GIT_AUTHOR_NAME": "Test", "GIT_AUTHOR_EMAIL": "test@example.org",
        "GIT_COMMITTER_NAME": "Test", "GIT_COMMITTER_EMAIL": "test@example.org",
      ])
    guard output.status == 0 else { throw CommandFailure(description: output.stderrText) }
    return output.stdoutText
  }

  /// The vault with a history of two branches, a tag and a remote whose address has a password.
  func makeHistory() throws {
    try git("init", "-q", "-b", "main")
    for number in 1...3 {
      try folder.write("Text \(number)\n", to: "vault/note.md")
      try folder.write(Array(repeating: UInt8(number), count: 100_000), to: "vault/\(number).bin")
      try git("add", "-A")
      try git("commit", "-q", "-m", "commit \(number)")
    }
    try git("tag", "-a", "v1", "-m", "a tag")
    try git("branch", "other", "HEAD~1")
    try git("remote", "add", "origin", "https://ana:s3cret@example.org/notes.git")
    try git("config", "branch.main.remote", "origin")
    try git("config", "branch.main.merge", "refs/heads/main")
    try git("config", "branch.other.remote", "https://ana:s3cret@example.org/notes.git")
    try git("config", "core.sshCommand", "run-something")
  }

  /// Puts an archive of these files and this manifest in the place of the backup.
  func forge(_ manifest: BackupManifest, _ files: KeyValuePairs<String, [UInt8]>) throws {
    let descriptor = try FileDescriptor(openingFolder: folder.path)
      .createFile(Array("backup.zip".utf8), permissions: 0o600, isRead: true)
    let writer = ZipWriter(descriptor)
    for (name, bytes) in files { try writer.add(ZipHeader(name), bytes) }
    try writer.add(ZipHeader(BackupManifest.name), manifest.text)
    try writer.finish()
  }

  /// What is beside the vault.
  var names: [String] { get throws { try folder.names(in: ".") } }
}

extension BackupManifest {
  /// Of one small file, which is what it says.
  static func of(_ name: String, _ text: String, settings: [Setting] = []) -> BackupManifest {
    var manifest = BackupManifest()
    manifest.made = "2026-11-20T18:03:11+01:00"
    manifest.settings = settings
    manifest.entries = [
      Entry(
        kind: .file, name: Array(name.utf8), size: Int64(text.utf8.count),
        hash: BlobID.hex(of: Array(text.utf8)), permissions: 0o644,
        modified: FileTime(seconds: 0, nanoseconds: 0))
    ]
    return manifest
  }
}
