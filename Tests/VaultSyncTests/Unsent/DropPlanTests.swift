import Testing
import VaultFormat

@testable import Git
@testable import VaultSync

@Suite("Which commits are rewritten without a file")
struct DropPlanTests {
  private func id(_ number: Int) throws -> ObjectID {
    let hex = String(number)
    return try #require(ObjectID(hex: String(repeating: "0", count: 40 - hex.utf8.count) + hex))
  }

  private func entry(_ number: Int) throws -> TreeEntry { TreeEntry(id: try id(number)) }

  private let path = VaultPath(in: nil, named: "v.mp4".utf8)

  /// Commits 1, 2, … with their parents (0 is sent) and the version of the file.
  private func plan(
    sent: Int? = nil, _ commits: [(parents: [Int], version: Int?)]
  ) throws -> [String] {
    var list: [DropPlan.Commit] = []
    for (number, commit) in commits.enumerated() {
      list.append(
        DropPlan.Commit(
          id: try id(number + 1), parents: try commit.parents.map(id),
          entries: try commit.version.map { [path: try entry($0)] } ?? [:]))
    }
    let plan = DropPlan(
      [path], from: list,
      sent: [try id(0): try sent.map { [path: try entry($0)] } ?? [:]])
    let rewrites = plan.rewrites.map { rewrite in
      let number = Int(rewrite.commit.hex) ?? -1
      guard let change = rewrite.changes[path] else { return "\(number)" }
      return "\(number):\(change.flatMap { Int($0.id.hex) }.map(String.init) ?? "gone")"
    }
    return rewrites + plan.dropped.values.map { "last \(Int($0.id.hex) ?? -1)" }
  }

  @Test("a file that came goes, and what follows is rewritten")
  func added() throws {
    #expect(
      try plan([([0], nil), ([1], 11), ([2], 11), ([3], 12), ([4], nil)])
        == ["2:gone", "3:gone", "4:gone", "5", "last 12"])
  }

  @Test("a file that was changed is as it was sent; what was sent stays, and so does its deletion")
  func changed() throws {
    #expect(
      try plan(sent: 10, [([0], 10), ([1], 11), ([2], 10), ([3], nil)])
        == ["2:10", "3", "4", "last 11"])
    #expect(try plan(sent: 10, [([0], 10), ([1], nil)]) == [])
  }

  @Test("merges with what was sent take the version of a side that is sent")
  func merged() throws {
    // 2 merges what is unsent with what is sent; the side branch 3 does not know of the file.
    #expect(
      try plan(sent: 10, [([0], 11), ([1, 0], 11), ([0], 10), ([2, 3], 11)])
        == ["1:10", "2:10", "4:10", "last 11"])
    // First commits have no parent.
    #expect(try plan([([], 11), ([1], nil)]) == ["1:gone", "2", "last 11"])
  }

  @Test("a commit keeps all but its tree, its parents and its signature")
  func commitObject() throws {
    let raw = """
      tree 1111111111111111111111111111111111111111
      parent 2222222222222222222222222222222222222222
      author Ä <a@b> 1 +0100
      committer C <c@d> 2 -0030
      gpgsig -----BEGIN
       abc
       -----END
      encoding ISO-8859-1
      mergetag object 3
       type commit

      tree of words

      parent
      """
    let new = CommitObject.rewritten(
      Array(raw.utf8), tree: try id(7), parents: [try id(8), try id(9)])
    #expect(
      String(decoding: new, as: UTF8.self) == """
        tree \(try id(7))
        parent \(try id(8))
        parent \(try id(9))
        author Ä <a@b> 1 +0100
        committer C <c@d> 2 -0030
        encoding ISO-8859-1

        tree of words

        parent
        """)
  }

  @Test("what a server may mean: the files that it names, else the largest that are no notes")
  func suspects() {
    func file(_ path: String, _ size: Int64) -> UnsentFile {
      UnsentFile(path: VaultPath(path) ?? self.path, size: size, commits: 1, isGone: false)
    }
    let files = [
      file("a.md", 900), file("a.media/b.mp4", 500), file("a.media/c.jpg", 700), file("x", 1),
    ]
    func names(_ words: String) -> [String] { files.suspects(by: words).map(\.path.text) }
    #expect(names("") == ["a.media/c.jpg", "a.media/b.mp4", "x"])
    #expect(names("error: File a.media/b.mp4 is 120.00 MB") == ["a.media/b.mp4"])
    #expect(names("b.mp4 and a.md hold secrets") == ["a.md", "a.media/b.mp4"])
  }
}
