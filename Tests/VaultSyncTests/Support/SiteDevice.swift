import Foundation
import TestSupport

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// A device with a git repository that has more than notes, and a vault in its folder `content`.
struct SiteDevice {
  /// Its paths are those of the repository.
  let device: SyncDevice
  /// Kept, for their folder goes with them.
  private let devices: SyncDevices
  static let folder = "content"

  var vaultPath: String { "\(device.path)/\(Self.folder)" }

  /// Makes the repository with `files`, which git commits and pushes, and a vault in it.
  init(_ name: String, in devices: SyncDevices, files: [String: String]) throws {
    self.devices = devices
    device = try devices.makeSite(name, clones: false)
    try device.git("init", "-q", "-b", "main")
    try device.git("remote", "add", "origin", devices.remote)
    for (path, text) in files { device[path] = text }
    try device.git("add", "-A")
    try device.git("commit", "-q", "-m", "a site")
    try device.git("push", "-q", "-u", "origin", "main")
    try FileManager.default.createDirectory(
      atPath: vaultPath, withIntermediateDirectories: true)
    _ = try Vault.initialize(vaultPath, timeZone: nil)
    _ = try RepositorySetup.prepare(vaultPath, program: device.settings.program)
  }

  /// Another device, on which git has cloned the repository.
  init(cloning name: String, in devices: SyncDevices) throws {
    self.devices = devices
    device = try devices.makeSite(name, clones: true)
    try FileManager.default.createDirectory(
      atPath: vaultPath, withIntermediateDirectories: true)
  }

  /// The text of a file of the repository.
  subscript(path: String) -> String? {
    get { device[path] }
    nonmutating set { device[path] = newValue }
  }

  @discardableResult
  func git(_ arguments: String...) throws -> String {
    try GitProgram.text(arguments, in: device.path)
  }

  /// Commits with git, after these edits, what it knows.
  func commitByGit(writing edits: FileEdits) throws {
    device.write(edits)
    try git("commit", "-q", "-a", "-m", "by git")
  }

  func open() throws -> SyncedVault {
    try SyncedVault(
      Vault(opening: vaultPath), settings: device.settings, surroundings: device.surroundings,
      noteZone: .utc)
  }

  @discardableResult
  func sync(_ change: (inout SyncOptions) -> Void = { _ in }) throws -> SyncReport {
    var options = SyncOptions()
    change(&options)
    return try open().sync(options, SyncCallbacks())
  }

  @discardableResult
  func sync(writing edits: FileEdits) throws -> SyncReport {
    device.write(edits)
    return try sync()
  }

  /// The refusal with which a sync ends; nil for another end.
  func refusal() throws -> SyncRefusal? {
    do {
      try sync()
      return nil
    } catch let error as SyncError {
      guard case .refused(let refusal) = error else { throw error }
      return refusal
    }
  }

  /// The texts of all files but those of git and of tl, by path.
  func files() -> [String: String] {
    device.files().filter { !$0.key.hasPrefix("\(Self.folder)/.tl/") }
  }

  /// The paths that a commit changes.
  func paths(of commit: String = "HEAD") throws -> [String] {
    try device.git("show", "--format=", "--name-only", commit).split(separator: "\n").map(
      String.init)
  }
}

extension SyncDevices {
  /// A device without a vault, or with a clone by git.
  fileprivate func makeSite(_ name: String, clones: Bool) throws -> SyncDevice {
    let device = try addDevice(name)
    if clones { try GitProgram.run(["clone", "-q", remote, device.path], in: folder.path) }
    return device
  }
}
