import Foundation
import TestSupport
import Testing

@testable import VaultSync

/// With Git LFS itself: git has pointers, and the files go another way.
@Suite("Git LFS")
struct LargeFileTests {
  private let devices: SyncDevices
  private var laptop: SyncDevice { devices["laptop"] }

  init() throws {
    devices = try SyncDevices(["laptop"], [".gitattributes": "*.jpg filter=lfs -text\n"])
  }

  private func objectsOfRemote() -> Int {
    let folder = FileManager.default.enumerator(atPath: devices.remote + "/lfs/objects")
    return folder?.compactMap { $0 as? String }.count { $0.utf8.count > 64 } ?? 0
  }

  /// As `git lfs install` does for the user: the repository gets its hook from the first commit.
  private func installForUser(_ device: SyncDevice) throws {
    for (key, value) in [
      ("clean", "git-lfs clean -- %f"), ("smudge", "git-lfs smudge -- %f"),
      ("process", "git-lfs filter-process"), ("required", "true"),
    ] {
      try device.git("config", "filter.lfs.\(key)", value)
    }
  }

  @Test("a photo reaches the remote with its first sync, a clone, and comes back changed")
  func photo() throws {
    try installForUser(laptop)
    try laptop.sync(writing: ["a.md": note("1", "", "a\n"), "a.media/p.jpg": "first\n"])
    #expect(objectsOfRemote() == 1)
    let phone = try devices.clone("phone")
    #expect(phone["a.media/p.jpg"]?.hasPrefix("version https://git-lfs") == true)
    try installForUser(phone)
    try phone.git("lfs", "pull")
    #expect(phone["a.media/p.jpg"] == "first\n")
    phone["a.media/p.jpg"] = "second\n"
    laptop["a.md"] = note("1", "", "a\nb\n")
    try phone.sync()
    try devices.settle()
    #expect(laptop["a.media/p.jpg"] == "second\n" && objectsOfRemote() == 2)
    #expect(
      try laptop.git("cat-file", "-p", "HEAD:a.media/p.jpg").hasPrefix("version https://git-lfs"))
  }

  @Test("a file that the remote lacks stops what arrives before anything changes, until it is sent")
  func missing() throws {
    try installForUser(laptop)
    let phone = try devices.clone("phone")
    try installForUser(phone)
    try laptop.sync(writing: ["a.md": note("1", "", "a\n"), "a.media/p.jpg": "first\n"])
    try FileManager.default.removeItem(atPath: devices.remote + "/lfs")
    let before = phone.files()
    #expect(throws: SyncError.self) { try phone.sync() }
    #expect(phone.files() == before)
    try laptop.git("lfs", "push", "--all", "origin")
    try phone.sync()
    #expect(phone["a.media/p.jpg"] == "first\n" && phone.files() == laptop.files())
  }

  /// As somebody does whose git has no hook: in a hurry, or with a program of its own.
  private func pushByGit(_ device: SyncDevice) throws {
    try device.git("add", "-A")
    try device.git("commit", "-q", "-m", "by hand")
    try device.git("push", "-q", "--no-verify", "-u", "origin", "main")
  }

  @Test("what another program pushed without the hook is sent by the next sync, once")
  func withoutHook() throws {
    try installForUser(laptop)
    laptop.write(["a.md": note("1", "", "a\n"), "a.media/p.jpg": "first\n"])
    try pushByGit(laptop)
    #expect(objectsOfRemote() == 0)
    try laptop.sync()
    #expect(objectsOfRemote() == 1)
    try FileManager.default.removeItem(atPath: devices.remote + "/lfs")
    try laptop.sync()
    #expect(objectsOfRemote() == 0)
    laptop["a.media/q.jpg"] = "second\n"
    try pushByGit(laptop)
    try laptop.sync()
    #expect(objectsOfRemote() == 2)
  }

  @Test("what neither has is named, and the rest is sent")
  func lost() throws {
    try installForUser(laptop)
    laptop["a.media/p.jpg"] = "first\n"
    try pushByGit(laptop)
    try FileManager.default.removeItem(atPath: laptop.root + "/.git/lfs/objects")
    laptop["a.media/p.jpg"] = "second\n"
    try pushByGit(laptop)
    #expect(try laptop.sync().remarks.contains(.largeFilesMissing(["a.media/p.jpg"])))
    #expect(objectsOfRemote() == 1)
  }

  @Test("if they cannot be sent, the sync goes on, and the next one tries again")
  func unsendable() throws {
    try installForUser(laptop)
    laptop["a.media/p.jpg"] = "first\n"
    try pushByGit(laptop)
    try laptop.git("config", "lfs.url", "http://127.0.0.1:9/lfs")
    let report = try laptop.sync()
    #expect(report.remarks.contains { if case .largeFilesStay = $0 { true } else { false } })
    try laptop.git("config", "--unset", "lfs.url")
    try laptop.sync()
    #expect(objectsOfRemote() == 1)
  }

  @Test("Git LFS says how far it is, or a large file would look like a program that hangs")
  func progress() throws {
    let seen = laptop.root + "/.git/seen"
    let hook = laptop.root + "/.git/hooks/pre-push"
    try FileManager.default.createDirectory(
      atPath: laptop.root + "/.git/hooks", withIntermediateDirectories: true)
    try "#!/bin/sh\necho \"$GIT_LFS_FORCE_PROGRESS\" >'\(seen)'\n".write(
      toFile: hook, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: hook)
    try laptop.sync(writing: ["a.md": note("1", "", "a\n")])
    #expect(try String(contentsOfFile: seen, encoding: .utf8) == "1\n")
  }
}
