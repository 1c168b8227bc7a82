import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import VaultSync

@testable import Git

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// One write to a vault, one application of a commit to it, or the recovery of one, in a process of its
/// own, so that a test can have it killed at any step and at any moment, or run it under limits.
///
/// Prints what happened as one line, or the error; never part of the product.
///
///     SyncProbe apply ROOT OLD NEW [OPTION]…    OLD and NEW: commits; OLD `-` for none
///     SyncProbe record ROOT OLD NEW [OPTION]…   only index and branch
///     SyncProbe recover ROOT [OPTION]…
///     SyncProbe create|append|lines|trash|lock ROOT PATH TEXT [OPTION]…
///
/// `--kill N`: SIGKILL at the Nth step, or at the one of this name. `--after MICROSECONDS`: ended by the timer's signal.
/// `--limit BYTES` of a file. `--nobody`. `--no-exchange`. `--folds`. `--key KEY`.
/// `--steps`: prints each step. `--edit STEP PATH TEXT`: another program saves the file then.
@main
enum SyncProbe {
  static func main() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    var options = ProbeOptions(&arguments)
    guard arguments.count >= 2 else { finish("wrong usage", 64) }
    options.enter()
    do {
      let vault = try VaultFolder(opening: arguments[1])
      if let outcome = try write(arguments, vault, options) { finish(outcome, 0) }
      for level in GitLibrary.SearchLevel.allCases {
        try GitLibrary.search(level, in: "/nonexistent")
      }
      let repository = try Repository(openingRoot: arguments[1])
      try repository.checkFolderSync()
      let lock = try VaultLock(.write, of: vault, timeout: LockTimeout.none)
      let apply = options.configured(vault, repository)
      let outcome = try run(arguments, apply, holding: lock)
      _ = consume lock
      finish(outcome, 0)
    } catch let error as StoreError {
      finish("\(error.path): \(error)", 2)
    } catch {
      finish("\(error)", 2)
    }
  }

  private static func run(
    _ arguments: [String], _ apply: Apply, holding lock: borrowing VaultLock
  ) throws -> String {
    switch arguments[0] {
    case "apply" where arguments.count == 4:
      return text(of: try apply.run(try set(arguments, apply.repository), holding: lock))
    case "record" where arguments.count == 4:
      let set = try set(arguments, apply.repository)
      let index = set.changes.map { IndexChange(path: $0.path, entry: $0.new) }
      return text(of: try apply.record(set, index: index, holding: lock))
    case "recover":
      return text(of: try apply.recover(holding: lock))
    default:
      return "unknown verb"
    }
  }

  private static func set(_ arguments: [String], _ repository: Repository) throws -> ChangeSet {
    struct NoID: Error {}
    guard let new = ObjectID(hex: arguments[3]) else { throw NoID() }
    return try ChangeSet(
      branch: "refs/heads/main", from: ObjectID(hex: arguments[2]), to: new, in: repository,
      log: "sync: test")
  }

  private static func text(of outcome: ApplyOutcome) -> String {
    switch outcome {
    case .done(let report):
      "done \(report.written.count) \(report.removed.count) \(report.kept.count)"
    case .changedMeanwhile(let paths):
      "changed " + paths.map(\.text).joined(separator: " ")
    case .openElsewhere(let path): "open \(path.text)"
    case .branchMoved: "moved"
    }
  }

  private static func text(of report: RecoveryReport) -> String {
    switch report {
    case .nothing: "nothing"
    case .finished(_, let leftovers): "finished \(leftovers.count)"
    case .undone(_, let changed, let leftovers): "undone \(changed.count) \(leftovers.count)"
    case .foreign(let path): "foreign \(path.text)"
    case .damaged(let path): "damaged \(path.text)"
    }
  }

  static func finish(_ text: String, _ code: Int32) -> Never {
    print(text)
    fflush(nil)
    exit(code)
  }
}
