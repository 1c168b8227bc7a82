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
    laptop["a.md"] = note("1", "", "a\n")
    laptop["a.media/p.jpg"] = "first\n"
    try laptop.sync()
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
    laptop["a.md"] = note("1", "", "a\n")
    laptop["a.media/p.jpg"] = "first\n"
    try laptop.sync()
    try FileManager.default.removeItem(atPath: devices.remote + "/lfs")
    let before = phone.files()
    #expect(throws: SyncError.self) { try phone.sync() }
    #expect(phone.files() == before)
    try laptop.git("lfs", "push", "--all", "origin")
    try phone.sync()
    #expect(phone["a.media/p.jpg"] == "first\n" && phone.files() == laptop.files())
  }
}
