import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Git
@testable import VaultStore
@testable import VaultSync

/// A vault in a repository that the git program, or a test, has made in some odd way; and what a sync in it
/// comes to.
///
/// Each call opens the repository anew, as each command does.
final class GuardedVault {
  let repository: TestRepository
  /// Of the vault; not that of `repository` where that is a linked work tree or the like.
  let path: String
  var environment = GitProgram.settings
  var options = SyncOptions()
  var device = "laptop"

  /// - Parameter isNew: as `tl init` makes it; false: as it is before its first files arrive.
  init(
    _ repository: TestRepository? = nil, at path: String? = nil, isNew: Bool = true
  ) throws {
    self.repository = try repository ?? TestRepository()
    self.path = path ?? self.repository.path
    GitProgram.isolateLibrary()
    if isNew {
      _ = try Vault.initialize(self.path, timeZone: nil)
    } else {
      try self.repository.folder.makeFolder(".tl")
    }
  }

  /// With a remote; without files a device that is to get those of the remote.
  convenience init(_ bare: BareRepository, _ files: [String: String] = [:]) throws {
    try self.init(isNew: !files.isEmpty)
    try repository.addRemote(bare.path)
    for (name, text) in files { try write(text, to: name) }
  }

  /// Another device, which has what the remote has.
  static func phone(of bare: BareRepository) throws -> GuardedVault {
    let vault = try GuardedVault(bare)
    vault.device = "phone"
    try vault.sync()
    return vault
  }

  /// Commits and pushes with git what is at these paths.
  func pushByGit(_ paths: String...) throws {
    try repository.git(["add"] + paths)
    try repository.git("commit", "-q", "-m", "by git")
    try repository.git("push", "-q", "origin", "HEAD:main")
  }

  func withoutGit() -> GuardedVault {
    environment["PATH"] = "/nonexistent"
    return self
  }

  func write(_ text: String, to name: String) throws {
    try repository.folder.write(text, to: name)
  }

  func write(_ edits: FileEdits) throws { try repository.write(edits) }

  /// Nil where there is no such file.
  func text(_ name: String) -> String? { try? repository.folder.readText(name) }

  func open() throws -> SyncedVault {
    let settings = SyncSettings(
      network: NetworkSettings(environment: environment), device: device,
      deviceKey: String(repeating: "7", count: 32), program: "/nonexistent/tl", userName: "ada",
      threads: 2)
    let surroundings = Surroundings(
      now: { later }, zone: TimeZoneRules { _ in 3600 }, makeID: { NoteID(nonEmpty: "unused") })
    return try SyncedVault(
      Vault(opening: path), settings: settings, surroundings: surroundings, noteZone: .utc)
  }

  @discardableResult
  func sync() throws -> SyncReport {
    let report = try open().sync(options, SyncCallbacks())
    if case .failed(let error) = report.network { throw error }
    return report
  }

  /// Syncs after these edits.
  @discardableResult
  func sync(writing edits: FileEdits) throws -> SyncReport {
    try write(edits)
    return try sync()
  }

  /// Syncs; then the files have these texts, nil for one that is not there.
  func expectSync(gives files: FileEdits, sourceLocation: SourceLocation = #_sourceLocation) throws
  {
    try sync()
    for (path, expected) in files.texts {
      #expect(text(path) == expected, "\(path) on \(device)", sourceLocation: sourceLocation)
    }
  }

  /// Why no sync takes place; nil where one does.
  func refusal() throws -> SyncRefusal? {
    do {
      try sync()
    } catch SyncError.refused(let refusal) {
      return refusal
    }
    return nil
  }

  /// Files by path, without those of tl.
  func committed(_ revision: String = "HEAD") throws -> [String: String] {
    try repository.committedTexts(revision).filter { !$0.key.hasPrefix(".tl/") }
  }

  /// Whether the repository holds a blob with this text, in any version.
  func holds(_ text: String) throws -> Bool {
    let id = try Repository.blobID(of: Array(text.utf8))
    return try GitProgram.attempt(["cat-file", "-e", id.hex], in: path).status == 0
  }
}

extension SyncReport {
  var held: [String] { heldBack.map(\.summary) }
}
