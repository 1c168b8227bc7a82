import TestSupport
import Testing

@testable import Git
@testable import VaultSync

@Suite("Histories")
struct HistoryTests {
  private let signature = Signature(name: "A", email: "a@b", time: 1_700_000_000, offsetMinutes: 0)

  /// Random histories, in which every commit has up to three parents among those before it.
  private func history(
    _ count: Int, in repository: Repository, _ generator: inout SeededGenerator
  ) throws -> [ObjectID] {
    let tree = try repository.writeTree(nil, applying: [:])
    var ids: [ObjectID] = []
    for number in 0..<count {
      let parents =
        ids.isEmpty
        ? []
        : Set(
          generator.pick(Int.random(in: 0...3, using: &generator), of: ids.suffix(8)))
      var author = signature
      author.time += Int64(number)
      ids.append(
        try repository.writeCommit(
          tree: tree, parents: parents.sorted(), author: author, committer: author,
          message: "\(number)"))
    }
    return ids
  }

  @Test("merge bases, ancestors and counts are those of git")
  func againstGit() throws {
    try withSeed { generator, _ in
      let (test, repository) = try TestRepository.opened()
      let ids = try history(30, in: repository, &generator)
      for _ in 0..<10 {
        let pair = generator.pick(2, of: ids)
        let (a, b) = (pair[0], pair[1])
        let bases = try GitProgram.attempt(["merge-base", "--all", a.hex, b.hex], in: test.path)
        #expect(
          try repository.mergeBases(a, b).map(\.hex)
            == bases.stdoutText.split(separator: "\n").map(String.init).sorted())
        let ancestor = try GitProgram.attempt(
          ["merge-base", "--is-ancestor", a.hex, b.hex], in: test.path)
        #expect(try repository.isAncestor(a, of: b) == (ancestor.status == 0))
        let counts = try repository.aheadBehind(a, b)
        #expect(
          try test.git("rev-list", "--left-right", "--count", "\(a)...\(b)")
            == "\(counts.ahead)\t\(counts.behind)")
        let listed = try test.git("rev-list", a.hex, "^\(b)").split(separator: "\n").map(
          String.init)
        let commits = try repository.commits(from: a, excluding: [b])
        #expect(Set(commits.map(\.hex)) == Set(listed))
        #expect(commits.count == listed.count)
      }
    }
  }

  @Test("commits come before their parents, and no more than asked for")
  func order() throws {
    try withSeed { generator, _ in
      let test = try TestRepository()
      defer { withExtendedLifetime(test) {} }
      let repository = try test.open()
      let ids = try history(25, in: repository, &generator)
      let last = try #require(ids.last)
      var seen: Set<ObjectID> = []
      try repository.forEachCommit(from: last) { commit in
        #expect(seen.isDisjoint(with: commit.parents))
        seen.insert(commit.id)
        return true
      }
      let all = try repository.commits(from: last)
      #expect(Set(all) == seen)
      #expect(try repository.commits(from: last, limit: 2) == Array(all.prefix(2)))
      var visits = 0
      try repository.forEachCommit(from: last) { _ in
        visits += 1
        return false
      }
      #expect(visits == 1)
    }
  }

  @Test("histories without a common commit have no base; a commit that is not there is an error")
  func unrelated() throws {
    let test = try TestRepository()
    defer { withExtendedLifetime(test) {} }
    let repository = try test.open()
    let tree = try repository.writeTree(nil, applying: [:])
    let ids = try ["a", "b"].map {
      try repository.writeCommit(
        tree: tree, parents: [], author: signature, committer: signature, message: $0)
    }
    #expect(try repository.mergeBases(ids[0], ids[1]) == [])
    #expect(try !repository.isAncestor(ids[0], of: ids[1]))
    #expect(try repository.isAncestor(ids[0], of: ids[0]))
    let missing = try #require(ObjectID(hex: String(repeating: "1", count: 40)))
    #expect(throws: GitError.self) { try repository.mergeBases(ids[0], missing) }
    #expect(throws: GitError.self) { try repository.commits(from: missing) }
  }
}
