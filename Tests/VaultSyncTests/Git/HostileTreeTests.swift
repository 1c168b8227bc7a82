import TestSupport
import Testing
import VaultFormat

@testable import Git
@testable import VaultSync

/// Trees that no well-meaning program writes.
@Suite("Hostile trees")
struct HostileTreeTests {
  private let test: TestRepository
  private let repository: Repository
  private let blob: ObjectID

  init() throws {
    test = try TestRepository()
    repository = try test.open()
    blob = try repository.writeBlob([1])
  }

  private func tree(_ entries: [(String, String, ObjectID)]) throws -> ObjectID {
    let bytes = entries.flatMap { mode, name, id in Array("\(mode) \(name)\0".utf8) + id.bytes }
    let hex = try GitProgram.run(
      ["hash-object", "-t", "tree", "-w", "--literally", "--stdin"], in: test.path, stdin: bytes)
    return try #require(ObjectID(hex: String(decoding: hex.dropLast(), as: UTF8.self)))
  }

  private func code(of tree: ObjectID) -> GitError.Code? {
    do throws(GitError) {
      _ = try repository.changes(from: nil, to: tree)
      return nil
    } catch {
      return error.code
    }
  }

  @Test(
    "a name that is no component of a path is refused", arguments: [".", "..", "a/b", "/", "../x"])
  func names(name: String) throws {
    #expect(code(of: try tree([("100644", name, blob)])) == .refusedPath)
    let folder = try tree([("100644", "ok", blob)])
    #expect(code(of: try tree([("40000", name, folder)])) == .refusedPath)
    #expect(
      code(of: try tree([("40000", "x", try tree([("100644", name, blob)]))])) == .refusedPath)
  }

  @Test("an empty name is refused")
  func emptyName() throws {
    #expect(code(of: try tree([("100644", "", blob)])) != nil)
  }

  @Test("names that only policy forbids are passed on")
  func passedOn() throws {
    let id = try tree([("100644", ".git", blob), ("100644", "a\\b", blob), ("100644", "c\n", blob)])
    #expect(
      try repository.changes(from: nil, to: id).map(\.path.text) == [".git", "a\\b", "c\n"])
  }

  @Test("a tree out of order, or with a name twice, is damaged")
  func order() throws {
    let folder = try tree([("100644", "ok", blob)])
    let trees = [
      [("100644", "b", blob), ("100644", "a", blob)],
      [("100644", "a", blob), ("100644", "a", blob)],
      [("100644", "a", blob), ("40000", "a", folder)],
      [("100644", "a", blob), ("100644", "a.b", blob), ("40000", "a", folder)],
      [("40000", "a", folder), ("100644", "a.b", blob)],
    ]
    for entries in trees { #expect(code(of: try tree(entries)) == .damaged) }
    let fine = [("100644", "a.b", blob), ("40000", "a", folder), ("100644", "a0", blob)]
    #expect(code(of: try tree(fine)) == nil)
  }

  @Test("odd modes are read as one of those that git knows")
  func modes() throws {
    let id = try tree([
      ("100664", "a", blob), ("100755", "b", blob), ("100600", "c", blob), ("0100644", "d", blob),
    ])
    var modes: [FileMode] = []
    try repository.forEachFile(inTree: id) { modes.append($1.mode) }
    #expect(modes == [.file, .executable, .file, .file])
  }

  @Test("a folder that is no tree, or is missing, is an error")
  func missing() throws {
    #expect(code(of: try tree([("40000", "a", blob)])) != nil)
    let nowhere = try #require(ObjectID(hex: String(repeating: "1", count: 40)))
    #expect(code(of: try tree([("40000", "a", nowhere)])) == .missing)
    #expect(code(of: blob) != nil)
  }

  @Test("a path that no system takes is refused")
  func depth() throws {
    let entry = TreeEntry(id: blob)
    let fine = String(repeating: "d/", count: 2047) + "d"
    let deep = try repository.writeTree(nil, applying: [#require(VaultPath(fine)): entry])
    #expect(code(of: deep) == nil)
    let deeper = try repository.writeTree(
      nil, applying: [#require(VaultPath("d/" + fine)): entry])
    #expect(code(of: deeper) == .refusedPath)
  }

  @Test("trees that spell billions of paths end at a limit")
  func bomb() throws {
    var inner = try tree((0..<10).map { ("100644", "\($0)", blob) })
    for _ in 0..<9 {
      let below = inner
      inner = try tree((0..<10).map { ("40000", "\($0)", below) })
    }
    var walk = TreeWalk(repository, from: nil, to: inner, limit: 1000)
    var count = 0
    let error = #expect(throws: GitError.self) {
      while try walk.next() != nil { count += 1 }
    }
    #expect(error?.code == .refusedPath)
    #expect(count < 1000)
  }
}
