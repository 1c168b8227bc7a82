import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Git
@testable import SystemCalls
@testable import VaultStore
@testable import VaultSync

/// A vault with two commits, at the first of them, to which the second is to be applied.
final class ApplyVault: @unchecked Sendable {
  let repository: TestRepository
  let old: ObjectID
  let new: ObjectID
  /// Path to text of every file of the two commits.
  let oldTexts: [String: String]
  let newTexts: [String: String]

  var path: String { repository.path }
  var folder: TemporaryFolder { repository.folder }

  /// - Parameters:
  ///   - old: path to text of the first commit.
  ///   - changes: what the second makes of it; nil removes.
  init(_ old: [String: String?], _ changes: [String: String?]) throws {
    repository = try TestRepository()
    var first = old
    first[".tl/.gitignore"] = "local/\n"
    self.old = try repository.commit(first, "old")
    new = try repository.commit(changes, "new")
    try repository.git("reset", "-q", "--hard", self.old.hex)
    oldTexts = try repository.texts(inTree: self.old.hex)
    newTexts = try repository.texts(inTree: new.hex)
    try folder.makeFolder(".tl/local")
  }

  init(copying other: ApplyVault) throws {
    repository = try TestRepository(copying: other.repository)
    (old, new) = (other.old, other.new)
    (oldTexts, newTexts) = (other.oldTexts, other.newTexts)
  }

  func texts(of commit: ObjectID) throws -> [String: String] {
    if commit == old { return oldTexts }
    return commit == new ? newTexts : try repository.texts(inTree: commit.hex)
  }

  func write(_ edits: FileEdits) throws { try repository.write(edits) }

  /// All kinds of changes at once.
  static func varied() throws -> ApplyVault {
    try ApplyVault(copying: template.get())
  }

  // Only copied from once it is made.
  private static let template = Result {
    try ApplyVault(
      [
        "a.md": "a, old\n", "b.md": "b, goes\n", "c.md": "c, stays\n", "gone/d.md": "d, goes\n",
        "gone/deeper/e.md": "e, goes\n", "flip": "a file that becomes a folder\n",
        "turn/f.md": "f, goes\n", "turn/below/g.md": "g, goes\n",
        "twice.md": "the same text\n", "swap/one.md": "one\n", "swap/two.md": "two\n",
      ],
      [
        "a.md": "a, new\n", "b.md": nil, "gone/d.md": nil,
        "gone/deeper/e.md": nil, "flip": nil, "flip/in.md": "in, new\n",
        "turn/f.md": nil, "turn/below/g.md": nil, "turn": "a folder that was\n",
        "twice.md": nil, "again/twice.md": "the same text\n",
        "swap/one.md": "two\n", "swap/two.md": "one\n", "new/deep/h.md": "h, new\n",
        "empty.md": "",
      ])
  }

  /// The second commit's changes, or those of another one that comes after a commit.
  func set(from start: ObjectID?, to end: ObjectID, held: Set<VaultPath> = []) throws -> ChangeSet {
    try ChangeSet(
      branch: "refs/heads/main", from: start, to: end, in: repository.open(), held: held,
      log: "sync: test")
  }

  func apply(
    _ end: ObjectID? = nil, held: Set<VaultPath> = [],
    _ configure: (inout Apply) -> Void = { _ in }
  ) throws -> ApplyOutcome {
    try apply(set(from: head, to: end ?? new, held: held), configure)
  }

  func apply(
    _ set: ChangeSet, _ configure: (inout Apply) -> Void = { _ in }
  ) throws -> ApplyOutcome {
    let vault = try VaultFolder(opening: path)
    let lock = try VaultLock(.write, of: vault, timeout: LockTimeout.none)
    return try configured(vault, configure).run(set, holding: lock)
  }

  func record(
    _ set: ChangeSet, _ index: [IndexChange], _ configure: (inout Apply) -> Void = { _ in }
  ) throws -> ApplyOutcome {
    let vault = try VaultFolder(opening: path)
    let lock = try VaultLock(.write, of: vault, timeout: LockTimeout.none)
    return try configured(vault, configure).record(set, index: index, holding: lock)
  }

  /// What an application did; nil where it did nothing.
  func report(
    _ end: ObjectID? = nil, held: Set<VaultPath> = [],
    _ configure: (inout Apply) -> Void = { _ in }
  ) throws -> ApplyReport? {
    guard case .done(let report) = try apply(end, held: held, configure) else { return nil }
    return report
  }

  /// Applies a commit with these changes onto the branch; git finds nothing to do then.
  ///
  /// - Parameters:
  ///   - modes: as `commitApart` takes them.
  ///   - written, removed, kept: what the report says, where it matters.
  func expectArrival(
    _ changes: [String: String?], modes: [String: String] = [:], written: [String]? = nil,
    removed: [String]? = nil, kept: [String: GitOnlyFile.Reason]? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ configure: (inout Apply) -> Void = { _ in }
  ) throws {
    let commit = try repository.commitApart(changes, onto: head, modes: modes)
    let done = try #require(try report(commit, configure), sourceLocation: sourceLocation)
    for (paths, expected) in [(done.written, written), (done.removed, removed)] {
      guard let expected else { continue }
      #expect(paths.map(\.text).sorted() == expected, sourceLocation: sourceLocation)
    }
    if let kept {
      let files = done.kept.map { ($0.path.text, $0.reason) }
      #expect(Dictionary(files) { $1 } == kept, sourceLocation: sourceLocation)
    }
    #expect(try status == "", sourceLocation: sourceLocation)
  }

  var kept: [String: GitOnlyFile.Reason] {
    get throws {
      let files = try GitOnlyFiles.read(VaultFolder(opening: path))
      return Dictionary(uniqueKeysWithValues: files.map { ($0.path.text, $0.reason) })
    }
  }

  func recover(_ configure: (inout Apply) -> Void = { _ in }) throws -> RecoveryReport {
    let vault = try VaultFolder(opening: path)
    let lock = try VaultLock(.write, of: vault, timeout: LockTimeout.none)
    return try configured(vault, configure).recover(holding: lock)
  }

  private func configured(
    _ vault: VaultFolder, _ configure: (inout Apply) -> Void
  ) throws -> Apply {
    var apply = Apply(
      vault, try repository.open(), deviceKey: "this device", time: "2026-11-20T18:03:11+01:00")
    apply.indexTimeout = .none
    configure(&apply)
    return apply
  }

  // MARK: What is there

  var head: ObjectID { get throws { try repository.id("HEAD") } }
  var status: String { get throws { try repository.git("status", "--porcelain") } }

  /// The text of every file but git's and those in `.tl/local`.
  func files() -> [String: String] {
    var files: [String: String] = [:]
    for name in folder.contents()
    where name != ".git" && !name.hasPrefix(".git/") && !name.hasPrefix(".tl/local") {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: folder.path(name), isDirectory: &isFolder)
      if !isFolder.boolValue { files[name] = (try? folder.readText(name)) ?? "?" }
    }
    return files
  }

  /// What an interrupted run may have left that nobody should find afterwards.
  func leftovers() -> [String] {
    folder.contents().filter { name in
      let last = name.split(separator: "/").last.map(String.init) ?? ""
      return last.hasPrefix(".tl-tmp-") || name.hasPrefix(".tl/local/sync/journal")
        || name.hasPrefix(".git/tl-") || (name.hasPrefix(".git/") && name.hasSuffix(".lock"))
    }
  }

  /// Folders that hold nothing.
  func emptyFolders() -> [String] {
    let names = folder.contents().filter { !$0.hasPrefix(".git/") && !$0.hasPrefix(".tl/local") }
    return names.filter { name in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: folder.path(name), isDirectory: &isFolder)
      return isFolder.boolValue && !names.contains { $0.hasPrefix(name + "/") } && name != ".git"
    }
  }

  /// Whether folder, index and branch are at one commit, with nothing left over.
  func expectSettled(
    at commit: ObjectID, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try head == commit, sourceLocation: sourceLocation)
    #expect(
      try files() == texts(of: commit), sourceLocation: sourceLocation)
    #expect(try status == "", sourceLocation: sourceLocation)
    try expectClean(sourceLocation: sourceLocation)
  }

  func expectClean(sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(leftovers() == [], sourceLocation: sourceLocation)
    #expect(emptyFolders() == [], sourceLocation: sourceLocation)
    #expect(try repository.fsck() == "", sourceLocation: sourceLocation)
  }
}

/// Tests/SyncProbe, which applies or recovers in a process of its own.
enum SyncProbe {
  /// What it printed, and its exit status, or 128 and the signal that ended it.
  static func run(
    _ arguments: [String], in vault: ApplyVault, environment: [String: String] = [:]
  ) throws -> (text: String, status: Int) {
    let output = try runProgram(
      location(), arguments, in: vault.path,
      environment: ["PATH": "/usr/bin:/bin", "HOME": "/"].merging(environment) { $1 })
    return (
      output.stdoutText.split(separator: "\n").joined(separator: "\n"), output.status
    )
  }

  static func apply(
    _ vault: ApplyVault, _ options: String...
  ) throws -> (text: String, status: Int) {
    try run(["apply", vault.path, vault.old.hex, vault.new.hex] + options, in: vault)
  }

  static func recover(
    _ vault: ApplyVault, _ options: String...
  ) throws -> (text: String, status: Int) {
    try run(["recover", vault.path] + options, in: vault)
  }

  private static func location() throws -> String {
    guard let program = builtProgram("SyncProbe") else {
      throw CommandFailure(description: "no SyncProbe beside the tests")
    }
    return program
  }
}
