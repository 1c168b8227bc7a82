import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Git
@testable import SystemCalls
@testable import VaultSync

/// Indexes with something that tl's own reader does not know: libgit2 reads them, or nothing is read and written.
@Suite("Git's index, in unknown forms")
struct UnknownIndexTests {
  private let test: TestRepository
  private let repository: Repository
  private let entry: TreeEntry

  init() throws {
    test = try TestRepository()
    try test.commit(["a.md": "1", "b/c.md": "2"])
    repository = try test.open()
    entry = TreeEntry(id: try repository.writeBlob([1]))
  }

  /// Changes the bytes of the index, and puts a hash behind them again.
  private func rewrite(_ change: (inout [UInt8]) -> Void) throws {
    var bytes = Array(try test.folder.read(".git/index").dropLast(20))
    change(&bytes)
    try test.folder.write(bytes + SHA1.digest(of: bytes), to: ".git/index")
  }

  /// Of the first entry, behind 12 bytes for the whole.
  private static let flags = 12 + 60

  private func change(_ name: String) throws -> IndexChange {
    IndexChange(path: try #require(VaultPath(name)), entry: entry)
  }

  /// tl reads what git reads, changes it, and git reads all of that.
  private func expectFallback(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let git = try IndexView.linesOfGit(in: test.path)
    let read = try repository.readIndex()
    #expect(try IndexModel(read).lines == git, sourceLocation: sourceLocation)
    var model = try IndexModel(read)
    let changes = [try change("new.md")]
    model.apply(changes)
    try repository.updateIndex(changes)
    #expect(try IndexView.linesOfGit(in: test.path) == model.lines, sourceLocation: sourceLocation)
    #expect(try test.fsck() == "", sourceLocation: sourceLocation)
  }

  /// Nothing is read, and nothing is written.
  private func expectRefusal(
    _ code: GitError.Code, message: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let bytes = try test.folder.read(".git/index")
    let reading = #expect(throws: GitError.self, sourceLocation: sourceLocation) {
      try repository.readIndex()
    }
    #expect(reading?.code == code, sourceLocation: sourceLocation)
    if let message { #expect(reading?.message == message, sourceLocation: sourceLocation) }
    let writing = #expect(throws: GitError.self, sourceLocation: sourceLocation) {
      try repository.updateIndex([change("new.md")])
    }
    #expect(writing?.code == code, sourceLocation: sourceLocation)
    #expect(try test.folder.read(".git/index") == bytes, sourceLocation: sourceLocation)
    #expect(!test.folder.exists(".git/index.lock"), sourceLocation: sourceLocation)
  }

  @Test("further flags in version 2 are read by libgit2")
  func flagsOfVersion2() throws {
    try test.git("update-index", "--skip-worktree", "a.md")
    try rewrite { $0[7] = 2 }
    try expectFallback()
  }

  @Test("a path that no system takes is refused")
  func longPath() throws {
    let long = Array(repeating: String(repeating: "l", count: 255), count: 17).joined(
      separator: "/")
    let line = Array("100644 \(entry.id)\t\(long)\0".utf8)
    try GitProgram.run(["update-index", "-z", "--index-info"], in: test.path, stdin: line)
    for version in ["2", "4"] {
      try test.git("update-index", "--index-version", version)
      try expectRefusal(.unsupported)
    }
  }

  @Test("a version or a part that libgit2 does not know either is refused")
  func unknownVersionAndPart() throws {
    let bytes = try test.folder.read(".git/index")
    try rewrite { $0[7] = 5 }
    try expectRefusal(.unsupported)
    try test.folder.write(bytes, to: ".git/index")
    try rewrite { $0 += "abcd".utf8 + [0, 0, 0, 0] }
    try expectRefusal(.unsupported)
    try test.folder.write(bytes, to: ".git/index")
    try test.git("update-index", "--split-index")
    try expectRefusal(.splitIndex, message: "it is split (core.splitIndex)")
    try test.git("update-index", "--no-split-index")
    try test.git("sparse-checkout", "set", "--cone", "--sparse-index", "other")
    try expectRefusal(.sparseIndex, message: "it is sparse (index.sparse)")
  }

  @Test("parts that may be passed over are, and go with the next change")
  func optionalPart() throws {
    try rewrite { $0 += "ABCD".utf8 + [0, 0, 0, 1, 7] }
    try repository.updateIndex([change("new.md")])
    #expect(try repository.readIndex().part(named: "ABCD") == nil)
    #expect(try test.git("ls-files") == "a.md\nb/c.md\nnew.md")
    #expect(try test.fsck() == "")
  }

  @Test("a wrong hash is no obstacle to git nor to tl")
  func wrongHash() throws {
    var bytes = try test.folder.read(".git/index")
    bytes[bytes.count - 1] ^= 1
    try test.folder.write(bytes, to: ".git/index")
    #expect(try IndexModel(repository.readIndex()).lines == IndexView.linesOfGit(in: test.path))
  }

  @Test("marks that nothing knows are read as libgit2 reads them, or refused")
  func unknownMarks() throws {
    try test.git("update-index", "--skip-worktree", "a.md")
    // Behind the flags of the entry come those of version 3.
    try rewrite { $0[Self.flags + 3] |= 1 }
    let byLibrary = try? repository.readIndexByLibrary(modified: .init(seconds: 0, nanoseconds: 0))
    let read = try? repository.readIndex()
    #expect(try read.map { try IndexModel($0).lines } == byLibrary.map { try IndexModel($0).lines })
  }
}
