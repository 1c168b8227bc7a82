import Foundation
import TestSupport
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Two devices of one vault.
typealias TwoDevices = (devices: SyncDevices, laptop: SyncDevice, phone: SyncDevice)

/// Devices that share one vault through a bare repository, all of them in this process.
///
/// Nothing of the machine's and its user's settings counts; clocks go on only where a test says so.
final class SyncDevices {
  let folder: TemporaryFolder
  /// The bare repository.
  let remote: String
  /// The folder of the repository in which the vault is; nil where it is the whole of it.
  let part: String?
  private(set) var all: [SyncDevice] = []

  /// The clock of every new device: the first device is that much behind the second, and so on.
  static let start: Int64 = 2_000_000_000
  static let step: Int64 = 100

  /// The first device makes the vault with `files` and pushes it, the others clone it.
  init(
    _ names: [String], _ files: [String: String] = [:], hasGit: Bool = true, part: String? = nil
  ) throws {
    folder = try TemporaryFolder(inMemory: true)
    self.part = part
    remote = try Self.makeRemote("remote.git", in: folder)
    guard let first = names.first else { return }
    let device = try makeVault(first, hasGit: hasGit)
    for (path, text) in files { device[path] = text }
    try device.sync()
    for name in names.dropFirst() { try clone(name, hasGit: hasGit) }
  }

  /// One device, which has pushed a vault with `files`.
  static func laptop(
    _ files: [String: String], hasGit: Bool = true
  ) throws -> (devices: SyncDevices, laptop: SyncDevice) {
    let devices = try SyncDevices(["laptop"], files, hasGit: hasGit)
    return (devices, devices["laptop"])
  }

  /// That device, and another one that has cloned its vault.
  static func pair(_ files: [String: String], hasGit: Bool = true) throws -> TwoDevices {
    let devices = try SyncDevices(["laptop", "phone"], files, hasGit: hasGit)
    return (devices, devices["laptop"], devices["phone"])
  }

  /// Syncs until nothing moves; then all devices hold these files, with nothing left over.
  func expectAll(
    hold files: [String: String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try settle()
    for device in all {
      #expect(device.files() == files, "\(device.name)", sourceLocation: sourceLocation)
      #expect(try device.damage() == [], sourceLocation: sourceLocation)
    }
  }

  /// Devices in a copy of the folder of others, each at its time.
  init(copying other: SyncDevices, hasGit: Bool) throws {
    folder = try TemporaryFolder(inMemory: true)
    remote = folder.path("remote.git")
    part = other.part
    try Self.copyContents(of: other.folder.path, to: folder.path)
    for original in other.all {
      let device = try makeDevice(original.name, hasGit)
      device.now = original.now
      device[".git/config"] = device[".git/config"]?.replacing(other.remote, with: remote)
    }
  }

  private static func copyContents(of old: String, to new: String) throws {
    let copied = try runProgram("/bin/cp", ["-a", "\(old)/.", new], in: new, environment: [:])
    guard copied.status == 0 else { throw CommandFailure(description: copied.stderrText) }
  }

  private static func makeRemote(_ name: String, in folder: TemporaryFolder) throws -> String {
    let path = folder.path(name)
    try GitProgram.run(["init", "-q", "--bare", "-b", "main", path], in: folder.path)
    try GitProgram.run(["config", "gc.auto", "0"], in: path)
    return path
  }

  /// One more bare repository; gives back where it is.
  func makeRemote(_ name: String) throws -> String { try Self.makeRemote(name, in: folder) }

  subscript(name: String) -> SyncDevice {
    guard let device = all.first(where: { $0.name == name }) else {
      preconditionFailure("no device \(name)")
    }
    return device
  }

  /// A new vault that has the remote in its settings, and no commit.
  @discardableResult
  func makeVault(_ name: String, hasGit: Bool = true, hasRemote: Bool = true) throws -> SyncDevice {
    let device = try makeDevice(name, hasGit)
    if part != nil { try makeSite(around: device) }
    _ = try Vault.initialize(device.path, timeZone: nil)
    _ = try RepositorySetup.prepare(device.path, program: device.settings.program)
    if hasRemote { _ = try device.open().setRemote(remote) }
    return device
  }

  @discardableResult
  func clone(_ name: String, hasGit: Bool = true) throws -> SyncDevice {
    let device = try makeDevice(name, hasGit)
    if part != nil {
      // Git clones into empty folders only.
      try FileManager.default.removeItem(atPath: device.path)
      try GitProgram.run(["clone", "-q", remote, device.root], in: folder.path)
      _ = try RepositorySetup.prepare(device.path, program: device.settings.program)
      return device
    }
    _ = try SyncedVault.clone(
      remote, into: device.path, settings: device.settings, surroundings: device.surroundings,
      progress: { _ in true })
    return device
  }

  /// A repository with a file of its own, made by git, in a folder of which the vault is to be.
  private func makeSite(around device: SyncDevice) throws {
    try GitProgram.run(["init", "-q", "-b", "main", device.root], in: folder.path)
    try folder.write("a site\n", to: "\(device.name)/vault/site.txt")
    for arguments in [
      ["add", "-A"], ["commit", "-q", "-m", "a site"], ["remote", "add", "origin", remote],
      ["push", "-q", "-u", "origin", "main"],
    ] { try GitProgram.run(arguments, in: device.root) }
  }

  /// A device with an empty folder.
  func addDevice(_ name: String) throws -> SyncDevice { try makeDevice(name, true) }

  private func makeDevice(_ name: String, _ hasGit: Bool) throws -> SyncDevice {
    let device = try SyncDevice(name, in: folder, hasGit: hasGit, part: part)
    device.now = Self.start + Self.step * Int64(all.count)
    all.append(device)
    return device
  }

  /// Syncs all devices in turn until a whole round moved nothing.
  ///
  /// - Throws: where that does not happen in so many rounds.
  func settle(
    rounds: Int = 6, _ sync: (SyncDevice) throws -> SyncReport = { try $0.sync() }
  ) throws {
    var failed: [String] = []
    for _ in 0..<rounds {
      let before = try state()
      failed = try all.compactMap { device in
        let network = try sync(device).network
        if network.told == "done" { return nil }
        guard case .failed(let error) = network else { return "\(device.name): \(network.told)" }
        return "\(device.name): \(error)"
      }
      // A push of a sync that was killed may still be on its way, and keep others from theirs.
      if try failed.isEmpty && state() == before { return }
    }
    throw CommandFailure(
      description: "the devices are still moving after \(rounds) rounds \(failed)")
  }

  /// The commit of every device and of the remote.
  private func state() throws -> [String] {
    try all.map { try $0.git("rev-parse", "-q", "--verify", "HEAD") } + [remoteCommit()]
  }

  func remoteCommit(_ branch: String = "HEAD") throws -> String {
    try GitProgram.text(["rev-parse", branch], in: remote)
  }

  /// The files of the vault that the remote has, `MODE ID` by path; tl's own settings too.
  func remoteFiles() throws -> [String: String] {
    try SyncDevice.files(inTree: "HEAD" + (part.map { ":\($0)" } ?? ""), of: remote)
  }
}

/// Why a sync does not run; nil, with an issue, if it is not refused.
func refusal(_ sync: () throws -> SyncReport) -> SyncRefusal? {
  do {
    _ = try sync()
  } catch SyncError.refused(let refusal) {
    return refusal
  } catch {
    Issue.record("not refused: \(error)")
  }
  return nil
}
