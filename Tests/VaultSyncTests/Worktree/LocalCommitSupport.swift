import Foundation
import TestSupport
import VaultFormat

@testable import Git
@testable import VaultStore
@testable import VaultSync

/// What was asked, and what is answered.
final class Gatekeeper {
  var answer: Bool
  var questions: [GateQuestion] = []

  init(answer: Bool = false) {
    self.answer = answer
  }

  func decide(_ question: GateQuestion) -> Bool {
    questions.append(question)
    return answer
  }
}

extension TestRepository {
  /// With a commit of these files.
  ///
  /// What is in every vault is ignored, so that git's word on a folder is plain.
  static func vault(
    _ files: [String: String?] = [:], ignoring rules: String = ".tl/\n"
  ) throws -> TestRepository {
    let repository = try TestRepository()
    try repository.folder.write(rules, to: ".git/info/exclude")
    if !files.isEmpty { try repository.commit(files) }
    return repository
  }

  /// Commits, or previews, what the folder holds; limits are small enough for tests.
  func sync(
    now: Int64 = later, gate: Gatekeeper = Gatekeeper(), preview: Bool = false,
    limits: GateLimits = GateLimits(fileSize: 1000, syncSize: 5000), message: String? = nil,
    threads: Int = 2, onStep: @escaping (ApplyStep) throws -> Void = { _ in }
  ) throws -> RecordOutcome {
    let commit = try localCommit(
      now: now, limits: limits, message: message, threads: threads, onStep: onStep)
    if preview {
      let observed = try commit.planner.observe()
      var plan = try commit.planner.plan(observed, [:])
      gate.questions += plan.questions
      try commit.planner.readIDs(&plan, observed)
      return RecordOutcome(plan: plan)
    }
    var observed = try commit.observe()
    var plan = try commit.planner.plan(observed, [:])
    var answers: [GateQuestion: Bool] = [:]
    while !plan.questions.isEmpty {
      for question in plan.questions { answers[question] = gate.decide(question) }
      let moved = observed.orphanedMedia
      observed = try commit.observe()
      observed.orphanedMedia += moved
      plan = try commit.planner.plan(observed, answers)
    }
    return try commit.run(plan, observed)
  }

  func localCommit(
    now: Int64 = later, limits: GateLimits = GateLimits(fileSize: 1000, syncSize: 5000),
    message: String? = nil, threads: Int = 2,
    onStep: @escaping (ApplyStep) throws -> Void = { _ in }
  ) throws -> LocalCommit {
    try folder.makeFolder(".tl")
    let signature = Signature(
      name: "Ada", email: "ada@example.org", time: 1_700_000_000, offsetMinutes: 60)
    var apply = try Apply(
      VaultFolder(opening: path), open(), deviceKey: "key", time: "2026-11-20T00:00:00Z")
    apply.onStep = onStep
    let planner = RecordPlanner(
      vault: apply.vault, repository: apply.repository, filterProgram: nil,
      settings: RecordPlanner.Settings(
        limits: limits, device: "laptop", message: message, now: now,
        ownZone: TimeZoneRules { _ in 3600 }, zone: .utc, threads: threads))
    let commits = CommitMaker(
      repository: apply.repository,
      identity: CommitIdentity(author: signature, committer: signature))
    return LocalCommit(planner: planner, apply: apply, commits: commits)
  }

  /// Files by path, without tl's own.
  func committedTexts(_ revision: String = "HEAD") throws -> [String: String] {
    try texts(inTree: "\(revision)^{tree}")
  }

  var porcelain: String {
    get throws { try git("status", "--porcelain", "--untracked-files=all") }
  }

  /// Sets a file's time of modification.
  func setTime(_ seconds: Int64, of name: String) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: TimeInterval(seconds))],
      ofItemAtPath: folder.path(name))
  }
}

extension RecordOutcome {
  var changes: [CommittedChange] { plan.changes }
  var skipped: [SkippedPath] { plan.skipped }
  var heldPaths: Set<VaultPath> { plan.heldPaths }
  var findings: [NameFinding] { plan.findings }
  var movedMedia: [MediaMove] { plan.movedMedia }
  var stamped: [VaultPath] { plan.stamps.map(\.path) }
  var released: ReleasedChanges { plan.released }
  var summary: [String] {
    changes.map { change in
      LocalChange(path: change.path, kind: change.kind, old: nil).summary
    }
  }
  var held: [String] { skipped.map(\.summary) }
}

extension SkippedPath {
  var summary: String {
    if case .blocked(let other) = reason { return "\(path.text): waits on \(other.text)" }
    return "\(path.text): \(reason)"
  }
}

extension NameFinding {
  var summary: String {
    if case .clashes(let other) = reason { return "\(path.text) clashes with \(other.text)" }
    return "\(path.text) \(reason)"
  }
}
