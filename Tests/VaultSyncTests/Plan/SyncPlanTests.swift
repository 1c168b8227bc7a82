import Foundation
import TestSupport
import Testing

@testable import Git
@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// What is decided, as the text of plans.
///
/// `ConflictCase` and `Simulation` compare a dry run's plan with what the sync after it did.
@Suite("Plans of a sync")
struct SyncPlanTests {
  private static func id(_ digit: Character) throws -> ObjectID {
    try #require(ObjectID(hex: String(repeating: digit, count: 40)))
  }

  // MARK: - Push

  struct PushCase: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// What is here, what the remote has that is pushed to, and the one that is followed; digits of ids.
    var commits: (ours: Character?, target: Character?, theirs: Character?)
    var branches = (target: "refs/heads/main", theirs: "refs/heads/main")
    var address: String? = "/remote.git"
    var isApart = false
    var following: String?
    var plan: String
  }

  @Test(
    "what is pushed",
    arguments: [
      PushCase(testDescription: "nothing here", commits: (nil, "1", "1"), plan: ""),
      PushCase(testDescription: "the remote has it", commits: ("1", "1", "1"), plan: ""),
      PushCase(
        testDescription: "no way out", commits: ("2", "1", "1"), address: nil, plan: ""),
      PushCase(
        testDescription: "new commits", commits: ("2", "1", "1"),
        plan: "push 1111111..2222222 to refs/heads/main\n"),
      PushCase(
        testDescription: "an empty remote, which is followed from now on", commits: ("2", nil, nil),
        following: "origin",
        plan: """
          push nothing..2222222 to refs/heads/main
            follow refs/heads/main of origin

          """),
      PushCase(
        testDescription: "another repository, and nothing to follow yet", commits: ("2", nil, nil),
        isApart: true, following: "origin",
        plan: """
          push nothing..2222222 to refs/heads/main
            at /remote.git

          """),
      PushCase(
        testDescription: "another branch, and one to follow", commits: ("2", nil, "1"),
        branches: ("refs/heads/mine", "refs/heads/main"), following: "origin",
        plan: """
          push nothing..2222222 to refs/heads/mine
            follow refs/heads/main of origin

          """),
      PushCase(
        testDescription: "another branch, and none to follow", commits: ("2", nil, nil),
        branches: ("refs/heads/mine", "refs/heads/main"), following: "origin",
        plan: "push nothing..2222222 to refs/heads/mine\n"),
    ])
  func push(example: PushCase) throws {
    let commits = example.commits
    let plan = PushPlan(
      of: try commits.ours.map(Self.id),
      onto: try fetched(example.branches.target, commits.target),
      theirs: try fetched(example.branches.theirs, commits.theirs),
      address: example.address, isApart: example.isApart, following: example.following)
    #expect(SyncPlan(plan.map { [.push($0)] } ?? []).text == example.plan)
  }

  private func fetched(_ branch: String, _ commit: Character?) throws -> FetchedBranch {
    FetchedBranch(address: "/remote.git", branch: branch, commit: try commit.map(Self.id))
  }

  // MARK: - Join

  @Test("how two histories become one")
  func join() throws {
    let repository = try TestRepository()
    let base = try repository.commit(["a.md": "one\n", "b.md": "one\n"])
    let ours = try repository.commitApart(["a.md": "two\n"], onto: base)
    let theirs = try repository.commitApart(["b.md": "two\n"], onto: base)
    let stranger = try repository.commitApart(["c.md": "one\n"], onto: nil)
    func plan(_ ours: ObjectID?, _ theirs: ObjectID?, joins: Bool = false) throws -> String {
      let memory = try repository.open().keepingObjectsInMemory()
      let signature = Signature(name: "Ada", email: "ada@example.org", time: 1, offsetMinutes: 0)
      let integration = Integration(
        repository: memory, zone: .utc,
        commits: CommitMaker(
          repository: memory, identity: CommitIdentity(author: signature, committer: signature)),
        device: "laptop")
      return try SyncPlan([
        .join(integration.plan(ours: ours, theirs: theirs, joins: joins))
      ]).text
    }
    func short(_ id: ObjectID) -> Substring { id.hex.prefix(7) }
    #expect(try plan(nil, nil) == "join: up to date\n")
    #expect(try plan(ours, nil) == "join: up to date\n")
    #expect(try plan(ours, ours) == "join: up to date\n")
    #expect(try plan(ours, base) == "join: up to date\n")
    #expect(try plan(nil, theirs) == "join: fast-forward nothing..\(short(theirs))\n")
    #expect(
      try plan(base, theirs) == "join: fast-forward \(short(base))..\(short(theirs))\n")
    let both = try repository.commitApart(["a.md": "two\n", "b.md": "two\n"], onto: base)
    let tree = try repository.open().commit(both).tree
    #expect(try plan(ours, theirs) == "join: merge to tree \(short(tree))\n")
    #expect(try plan(ours, stranger) == "ask join of 2 and 1 notes\n")
    #expect(try plan(ours, stranger, joins: true).hasPrefix("join: merge to tree "))
    let other = try repository.commitApart(["a.md": "three\n"], onto: base)
    #expect(try plan(ours, other).split(separator: "\n").count == 2)
  }

  // MARK: - Record

  @Test("what is recorded, stamped, left out and asked")
  func record() throws {
    let stamp = "---\nupdated: 2020-01-01T00:00:00Z\n---\n"
    let repository = try TestRepository()
    try repository.folder.write(".tl/\n", to: ".git/info/exclude")
    let head = try repository.commit(["a.md": "\(stamp)x\n", "gone.md": "g", "m.md": "m"])
    try repository.write(["a.md": "\(stamp)y\n", "b.md": "new\n"])
    try repository.folder.write([UInt8](repeating: 65, count: 2000), to: "big.jpg")
    try repository.write(["m.md": "<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n", "gone.md": nil])
    func plan(_ answers: [GateQuestion: Bool]) throws -> RecordPlan {
      let real = try repository.localCommit().planner
      let planner = RecordPlanner(
        vault: real.vault, repository: try real.repository.keepingObjectsInMemory(),
        filterProgram: nil, settings: real.settings)
      let observed = try planner.observe()
      var plan = try planner.plan(observed, answers)
      plan.stamps = planner.stamps(plan.passed, observed.difference)
      try planner.read(&plan, observed, stampsInMemory: true)
      return plan
    }
    let unanswered = try plan([:])
    let tree = try #require(unanswered.tree).hex.prefix(7)
    #expect(
      SyncPlan([.record(unanswered)]).text == """
        stamp a.md
        ask largeFile
        leave out big.jpg: largeFile
        leave out m.md: conflictMarkers
        commit tree \(tree) on \(head.hex.prefix(7))
          modified a.md
          added b.md
          deleted gone.md

        """)
    #expect(unanswered.questions == [.largeFile(path("big.jpg"), size: 2000, limit: 1000)])
    let yes = try plan([unanswered.questions[0]: true])
    #expect(yes.questions.isEmpty && yes.changes.map(\.path).contains(path("big.jpg")))
    let no = try plan([unanswered.questions[0]: false])
    #expect(no.questions.isEmpty && no.skipped == unanswered.skipped)
    // What was planned in memory is what is carried out.
    let recorded = try repository.sync()
    #expect(recorded.plan.tree == unanswered.tree)
    #expect(recorded.plan.stamps.map(\.path) == unanswered.stamps.map(\.path))
  }

  // MARK: - Undo

  @Test("an undo is a plan like any other")
  func undo() throws {
    let (_, laptop, phone) = try SyncDevices.pair(["a.md": "a\n"])
    try phone.sync(writing: ["b.md": "b\n"])
    let before = try laptop.commit().prefix(7)
    let tree = try laptop.git("rev-parse", "HEAD^{tree}").prefix(7)
    let after = try phone.commit().prefix(7)
    #expect(try laptop.sync().plan.text == "join: fast-forward \(before)..\(after)\n")
    let undone = try #require(try laptop.undo())
    let head = try laptop.commit().prefix(7)
    #expect(
      undone.plan.text == """
        undo to tree \(tree)
        push \(after)..\(head) to refs/heads/main

        """)
  }
}
