import Foundation
import SystemCalls
import TestSupport

@testable import Git
@testable import VaultStore
@testable import VaultSync

/// A repository made by the git program in a folder of its own, which goes with this object: hold it
/// (`withExtendedLifetime`) as long as a handle from `open()` is in use.
final class TestRepository {
  let folder: TemporaryFolder
  var path: String { folder.path }

  /// - Parameter arguments: more of them for `git init`.
  init(_ arguments: String...) throws {
    folder = try TemporaryFolder()
    try git(["init", "-q", "-b", "main"] + arguments)
  }

  /// - Parameter files: of its first commit.
  convenience init(_ files: [String: String?]) throws {
    try self.init()
    try commit(files)
  }

  /// - Parameter remote: the address of `origin`.
  convenience init(remote: String) throws {
    try self.init()
    try addRemote(remote)
  }

  /// A new one, with a commit of these files if there are any, and a handle for it.
  static func opened(
    _ files: [String: String?] = [:]
  ) throws -> (test: TestRepository, repository: Repository) {
    let test = try TestRepository()
    if !files.isEmpty { try test.commit(files) }
    return (test, try test.open())
  }

  /// A copy of another one, with all that is in its folder.
  init(copying other: TestRepository) throws {
    folder = try TemporaryFolder()
    for name in try FileManager.default.contentsOfDirectory(atPath: other.path) {
      try FileManager.default.copyItem(
        atPath: other.folder.path(name), toPath: folder.path(name))
    }
  }

  /// A handle of libgit2's for it, new each time.
  func open() throws -> Repository {
    GitProgram.isolateLibrary()
    return try Repository(openingRoot: path)
  }

  /// Runs git here and gives back what it printed, without the last end of line.
  @discardableResult
  func git(_ arguments: [String], environment: [String: String] = [:]) throws -> String {
    try GitProgram.text(arguments, in: path, environment: environment)
  }

  @discardableResult
  func git(_ arguments: String...) throws -> String {
    try git(arguments)
  }

  func write(_ edits: FileEdits) throws {
    for (old, new) in edits.moves {
      if let slash = new.lastIndex(of: "/") { try folder.makeFolder(String(new[..<slash])) }
      try FileManager.default.moveItem(atPath: folder.path(old), toPath: folder.path(new))
    }
    for (name, text) in edits.texts {
      if let text { try folder.write(text, to: name) } else { try remove(name) }
    }
  }

  /// Writes files, nil removes one, and commits all that is in the folder.
  ///
  /// - Parameter time: of author and committer, in seconds.
  /// - Returns: the commit.
  @discardableResult
  func commit(
    _ files: [String: String?], _ message: String = "change", time: Int64 = 1_700_000_000
  ) throws -> ObjectID {
    for name in files.keys where files[name] == .some(nil) { try remove(name) }
    for (name, text) in files {
      if let text { try folder.write(text, to: name) }
    }
    try git("add", "-A")
    let date = ["GIT_AUTHOR_DATE": "\(time) +0100", "GIT_COMMITTER_DATE": "\(time) +0100"]
    try git(["commit", "-q", "--allow-empty", "-m", message], environment: date)
    return try id("HEAD")
  }

  /// A commit with these changes, made without touching the folder, the index or a branch.
  ///
  /// - Parameters:
  ///   - changes: path to text, nil removes.
  ///   - modes: of paths that are no plain files; of a submodule the text is the commit's id.
  func commitApart(
    _ changes: [String: String?], onto parent: ObjectID?, modes: [String: String] = [:]
  ) throws -> ObjectID {
    let scratch = try TemporaryFolder()
    let environment = ["GIT_INDEX_FILE": scratch.path("index")]
    if let parent { try git(["read-tree", parent.hex], environment: environment) }
    for (name, text) in changes {
      guard let text else {
        try git(["update-index", "--force-remove", "--", name], environment: environment)
        continue
      }
      let mode = modes[name] ?? "100644"
      var id = text
      if mode != "160000" {
        let output = try GitProgram.run(
          ["hash-object", "-w", "--stdin"], in: path, stdin: Array(text.utf8))
        id = String(decoding: output.dropLast(), as: UTF8.self)
      }
      try git(
        ["update-index", "--add", "--cacheinfo", "\(mode),\(id),\(name)"],
        environment: environment)
    }
    let tree = try git(["write-tree"], environment: environment)
    let arguments = parent.map { ["-p", $0.hex] } ?? []
    let commit = try git(["commit-tree", tree, "-m", "apart"] + arguments)
    return try id(commit)
  }

  /// Removes a file, and the folders that are empty then, as git does.
  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: folder.path(name))
    var parent = name[...]
    while let slash = parent.lastIndex(of: "/") {
      parent = parent[..<slash]
      guard rmdir(folder.path(String(parent))) == 0 else { return }
    }
  }

  /// What git resolves a name such as `HEAD^{tree}` to.
  func id(_ revision: String) throws -> ObjectID {
    let text = try git("rev-parse", "--verify", revision)
    guard let id = ObjectID(hex: text) else { throw CommandFailure(description: "no id: \(text)") }
    return id
  }

  /// Path to `MODE ID` of every file of a tree, as `git ls-tree` lists them.
  func files(inTree tree: String) throws -> [String: String] {
    try SyncDevice.files(inTree: tree, of: path)
  }

  /// Path to text of every file of a commit or tree.
  func texts(inTree tree: String) throws -> [String: String] {
    var texts: [String: String] = [:]
    for path in try files(inTree: tree).keys {
      texts[path] = String(
        decoding: try GitProgram.run(["cat-file", "blob", "\(tree):\(path)"], in: self.path),
        as: UTF8.self)
    }
    return texts
  }

  /// Takes a loose object away, as a damaged disk would.
  func removeObject(_ hex: String) throws {
    try FileManager.default.removeItem(
      atPath: folder.path(".git/objects/\(hex.prefix(2))/\(hex.dropFirst(2))"))
  }

  /// What the system says about a file here, no link followed.
  func status(of name: String) throws -> FileStatus {
    let slash = name.lastIndex(of: "/")
    let parent = slash.map { folder.path(String(name[..<$0])) } ?? path
    let last = slash.map { name[name.index(after: $0)...] } ?? name[...]
    let opened = try FileDescriptor(openingFolder: parent)
    guard let status = try opened.status(of: Array(last.utf8)) else {
      throw CommandFailure(description: "no file \(name)")
    }
    return status
  }

  /// Empty when git finds every object sound and every reference leading somewhere.
  func fsck() throws -> String {
    try GitProgram.damage(of: path).joined()
  }
}
