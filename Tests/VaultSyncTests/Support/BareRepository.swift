import Foundation
import TestSupport

@testable import Git
@testable import VaultSync

/// A bare repository made by the git program in a folder of its own: what others push to.
final class BareRepository {
  let folder: TemporaryFolder
  /// Where the repository is, in that folder.
  let path: String

  init(named name: String = "remote.git") throws {
    folder = try TemporaryFolder()
    path = folder.path(name)
    try GitProgram.run(["init", "-q", "--bare", "-b", "main", path], in: folder.path)
    // What runs over ssh has the settings of this machine's user.
    try GitProgram.run(["config", "gc.auto", "0"], in: path)
  }

  /// A shell script as one of its hooks.
  func setHook(_ name: String, _ script: String) throws {
    let place = path.dropFirst(folder.path.count + 1) + "/hooks/" + name
    try folder.writeProgram("#!/bin/sh\n" + script, to: String(place))
  }

  /// Nil where there is no such reference.
  func id(_ revision: String) throws -> ObjectID? {
    let output = try GitProgram.attempt(["rev-parse", "--verify", "-q", revision], in: path)
    return ObjectID(hex: output.stdoutText.prefix(40))
  }
}

extension TestRepository {
  /// Names a remote in its settings.
  func addRemote(_ url: String, named name: String = "origin") throws {
    try git("remote", "add", name, url)
  }

  /// The remote of its settings, reached with nothing but git's own programs.
  func remote(
    _ name: String = "origin", _ change: (inout NetworkSettings) -> Void = { _ in }
  ) throws -> Remote {
    try Remote(named: name, in: try open(), network: .forTests(change))
  }

  /// - Parameter hasGit: whether there is a git program.
  func remote(hasGit: Bool) throws -> Remote {
    try remote { if !hasGit { $0.environment["PATH"] = "/nonexistent" } }
  }
}

extension NetworkSettings {
  /// With limits that no machine is too slow for.
  static func forTests(_ change: (inout NetworkSettings) -> Void = { _ in }) -> NetworkSettings {
    var settings = NetworkSettings(environment: GitProgram.settings)
    change(&settings)
    return settings
  }
}

extension FetchResult {
  /// Whether the remote has no branch.
  var isEmpty: Bool { !references.entries.contains { $0.name.hasPrefix("refs/heads/") } }
  var defaultBranch: String? { references.defaultBranch }
}

extension Remote {
  /// Fetches a branch, named with or without `refs/heads/`.
  func fetch(
    branch: String, progress: @escaping (TransferProgress) -> Bool = { _ in true }
  ) throws(TransportError) -> FetchResult {
    let reference = branch.hasPrefix("refs/") ? branch : "refs/heads/" + branch
    return try fetch(progress: progress) { _ in reference }
  }

  /// Pushes the commit that a branch of the repository is at.
  func push(
    _ branch: String, to reference: String, engine: PushEngine = .library,
    progress: @escaping (TransferProgress) -> Bool = { _ in true }
  ) throws(TransportError) -> PushResult {
    let commit: ObjectID?
    do throws(GitError) { commit = try repository.reference(branch) } catch { throw .git(error) }
    guard let commit else {
      throw .git(GitError(.missing, operation: "push", message: "no branch \(branch)"))
    }
    return try push(commit, to: reference, engine: engine, progress: progress)
  }
}

extension Remote {
  /// Pushes the branch `main`.
  func pushMain() throws { _ = try push("refs/heads/main", to: "refs/heads/main") }

  /// What a push of `main` came to.
  func pushError() -> TransportError? {
    transportError { () throws(TransportError) in
      try push("refs/heads/main", to: "refs/heads/main")
    }
  }

  /// What a fetch of `main` came to.
  func fetchError(
    progress: @escaping (TransferProgress) -> Bool = { _ in true }
  ) -> TransportError? {
    transportError { () throws(TransportError) in try fetch(branch: "main", progress: progress) }
  }
}

/// What an attempt at something with a remote came to.
func transportError<Result>(
  _ body: () throws(TransportError) -> Result
) -> TransportError? {
  do throws(TransportError) {
    _ = try body()
    return nil
  } catch {
    return error
  }
}

extension TransportError {
  /// The name of the case.
  var kind: String {
    switch self {
    case .unreachable: "unreachable"
    case .interrupted: "interrupted"
    case .authentication: "authentication"
    case .unknownHost: "unknownHost"
    case .changedHost: "changedHost"
    case .encryption: "encryption"
    case .notARepository: "notARepository"
    case .notStored: "notStored"
    case .notGitProtocol: "noise"
    case .refused: "refused"
    case .refusedByHook: "refusedByHook"
    case .moved: "moved"
    case .cancelled: "cancelled"
    case .programMissing: "programMissing"
    case .refusedAddress: "refusedAddress"
    case .noSuchRemote: "noSuchRemote"
    case .branchGone: "branchGone"
    case .noPushRoute: "noPushRoute"
    case .git: "git"
    }
  }
}
