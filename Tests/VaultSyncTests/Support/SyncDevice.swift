import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Git
@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// One of several devices: a vault in a folder of its own, a name, a clock, a home.
final class SyncDevice {
  let name: String
  /// The folder of the vault, absolute.
  let path: String
  /// The folder of the repository: that of the vault, or one above it.
  let root: String
  let home: String
  var settings: SyncSettings
  /// Kept, for the vault goes with it.
  private let folder: TemporaryFolder
  private let clock = Clock()
  /// Makes the time of every change of a file another one, as clocks of file systems do.
  private var changes = 0

  private final class Clock: Sendable {
    let now = Mutex<Int64>(0)
  }

  /// Seconds since 1970 as this device shows them.
  var now: Int64 {
    get { clock.now.withLock { $0 } }
    set { clock.now.withLock { $0 = newValue } }
  }

  /// - Parameters:
  ///   - hasGit: whether there is a git program.
  ///   - part: the folder of the repository in which the vault is; nil where it is the whole of it.
  init(_ name: String, in folder: TemporaryFolder, hasGit: Bool, part: String? = nil) throws {
    GitProgram.isolateLibrary()
    self.name = name
    self.folder = folder
    root = try folder.makeFolder("\(name)/vault")
    path = try part.map { try folder.makeFolder("\(name)/vault/\($0)") } ?? root
    home = try folder.makeFolder("\(name)/home")
    var environment = GitProgram.settings
    environment["HOME"] = home
    for key in environment.keys where key.hasPrefix("GIT_AUTHOR") || key.hasPrefix("GIT_COMMITTER")
    {
      environment[key] = nil
    }
    if !hasGit { environment["PATH"] = "/nonexistent" }
    for person in ["AUTHOR", "COMMITTER"] {
      environment["GIT_\(person)_NAME"] = "Ada"
      environment["GIT_\(person)_EMAIL"] = "ada@example.org"
    }
    // The place where the program `tl` keeps it too.
    let key = String(
      (name + String(repeating: "0", count: 32)).utf8.map { $0 % 10 }
        .map(String.init).joined().prefix(32))
    try folder.write(key + "\n", to: "\(name)/home/.local/state/tl/device-key")
    settings = SyncSettings(
      network: NetworkSettings(environment: environment), device: name, deviceKey: key,
      program: "/nonexistent/tl", userName: "ada", threads: 1)
  }

  var surroundings: Surroundings {
    Surroundings(
      now: { [clock] in clock.now.withLock { $0 } }, zone: .utc,
      makeID: { NoteID(nonEmpty: UUID().uuidString.lowercased()) })
  }

  func open() throws -> SyncedVault {
    try SyncedVault(
      Vault(opening: path), settings: settings, surroundings: surroundings, noteZone: .utc)
  }

  /// Syncs as a new process would: nothing is kept from the last time.
  @discardableResult
  func sync(
    _ callbacks: SyncCallbacks = SyncCallbacks(), _ change: (inout SyncOptions) -> Void = { _ in }
  ) throws -> SyncReport {
    var options = SyncOptions()
    change(&options)
    return try open().sync(options, callbacks)
  }

  /// Syncs after these edits.
  @discardableResult
  func sync(writing edits: FileEdits) throws -> SyncReport {
    write(edits)
    return try sync()
  }

  /// Syncs; then the files have these texts, nil for one that is not there.
  func expectSync(gives files: FileEdits, sourceLocation: SourceLocation = #_sourceLocation) throws
  {
    try sync()
    for (path, text) in files.texts {
      #expect(self[path] == text, "\(path) on \(name)", sourceLocation: sourceLocation)
    }
  }

  /// Has the vault synced with another remote from now on.
  func setRemote(_ path: String) throws { _ = try open().setRemote(path) }

  @discardableResult
  func git(_ arguments: String...) throws -> String {
    try GitProgram.text(arguments, in: path)
  }

  func commit() throws -> String { try git("rev-parse", "HEAD") }
}

extension SyncCallbacks {
  /// Confirms an undo, and answers nothing else.
  static func undoing(_ confirm: @escaping (ChangeList) -> Bool = { _ in true }) -> SyncCallbacks {
    SyncCallbacks(answer: { question in
      if case .undo(let changes) = question { confirm(changes) } else { nil }
    })
  }
}

// MARK: - Files

extension SyncDevice {
  func file(_ relative: String) -> String { "\(path)/\(relative)" }

  /// The text of a file; setting it writes the file as an editor that replaces it by renaming, nil removes
  /// it with the folders that are empty then.
  subscript(relative: String) -> String? {
    get {
      (try? Data(contentsOf: URL(fileURLWithPath: file(relative)))).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    set {
      guard let newValue else { return remove(relative) }
      replace(relative, Array(newValue.utf8))
    }
  }

  func write(_ edits: FileEdits) {
    for (old, new) in edits.moves { move(old, new) }
    for (path, text) in edits.texts { self[path] = text }
  }

  /// Writes a new file and gives it the name.
  func replace(_ relative: String, _ bytes: [UInt8]) {
    makeParent(of: relative)
    // A name that neither git nor tl takes for a file of the vault.
    let draft = file(relative) + "~"
    try? Data(bytes).writeAlone(to: draft)
    setTime(of: draft)
    rename(draft, file(relative))
  }

  /// Writes into the file that is there.
  func overwrite(_ relative: String, _ bytes: [UInt8]) {
    guard let handle = FileHandle(forWritingAtPath: file(relative)) else {
      return replace(relative, bytes)
    }
    handle.write(Data(bytes))
    try? handle.truncate(atOffset: UInt64(bytes.count))
    try? handle.close()
    setTime(of: file(relative))
  }

  func move(_ old: String, _ new: String) {
    makeParent(of: new)
    rename(file(old), file(new))
    removeEmptyFolders(above: old)
  }

  func copy(_ old: String, _ new: String) {
    makeParent(of: new)
    try? FileManager.default.copyItem(atPath: file(old), toPath: file(new))
  }

  func exists(_ relative: String) -> Bool {
    FileManager.default.fileExists(atPath: file(relative))
  }

  private func remove(_ relative: String) {
    try? FileManager.default.removeItem(atPath: file(relative))
    removeEmptyFolders(above: relative)
  }

  private func removeEmptyFolders(above relative: String) {
    var parent = relative[...]
    while let slash = parent.lastIndex(of: "/") {
      parent = parent[..<slash]
      guard rmdir(file(String(parent))) == 0 else { return }
    }
  }

  private func makeParent(of relative: String) {
    guard let slash = relative.lastIndex(of: "/") else { return }
    try? FileManager.default.createDirectory(
      atPath: file(String(relative[..<slash])), withIntermediateDirectories: true)
  }

  func setTime(of path: String) {
    changes += 1
    var times = [timespec(), timespec()]
    for index in times.indices {
      times[index].tv_sec = time_t(now)
      times[index].tv_nsec = changes
    }
    _ = utimensat(AT_FDCWD, path, times, 0)
  }
}

// MARK: - What it holds

extension SyncDevice {
  /// The texts of all files but those of git and of tl, by path.
  func files() -> [String: String] {
    var texts: [String: String] = [:]
    for path in paths() where !path.hasPrefix(".tl/") { texts[path] = self[path] ?? "" }
    return texts
  }

  /// Every file below the vault but git's, and tl's local ones.
  func paths() -> [String] {
    var found: [String] = []
    let all = FileManager.default.enumerator(atPath: path)
    while let path = all?.nextObject() as? String {
      if path == ".git" || path == ".tl/local" { all?.skipDescendants() }
      if all?.fileAttributes?[.type] as? FileAttributeType == .typeRegular { found.append(path) }
    }
    return found.sorted()
  }

  static func files(inTree tree: String, of repository: String) throws -> [String: String] {
    var files: [String: String] = [:]
    let output = try GitProgram.text(["ls-tree", "-r", "-z", tree], in: repository)
    for record in output.split(separator: "\0") {
      let parts = record.split(separator: "\t", maxSplits: 1)
      let words = parts[0].split(separator: " ")
      files[String(parts[1])] = "\(words[0]) \(words[2])"
    }
    return files
  }

  /// What is wrong with the device after a sync that had nothing to do; empty: nothing.
  func damage() throws -> [String] {
    var found: [String] = []
    let status = try git("status", "--porcelain", "--untracked-files=all")
    if !status.isEmpty { found.append("git status: \(status)") }
    found += try GitProgram.damage(of: path)
    return (found + leftovers()).map { "\(name): \($0)" }
  }

  /// Locks, journals and temporary files.
  private func leftovers() -> [String] {
    let all = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return all.filter { path in
      let name = path.split(separator: "/").last ?? ""
      let isLock = path.hasPrefix(".git/") && name.hasSuffix(".lock")
      return isLock || name.hasPrefix(".tl-tmp-") || path.hasPrefix(".git/tl-")
        || name.hasPrefix("tmp_") || path.contains(".tl/local/sync/journal")
    }
  }
}
