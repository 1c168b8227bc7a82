#if os(Linux)
  import TestSupport
  import Testing

  @testable import VaultSync

  /// A sync with every kind of conflict, and one fault at one of the system calls by which it changes something:
  /// the next sync comes to its end, nothing is lost, and all devices end as if there had been no fault.
  ///
  /// `TL_FAULTS=FIRST..LAST` has these faults tried, of all that there are in the order of the calls; without it,
  /// a few by chance.
  @Suite("A fault at a system call of a sync")
  struct FaultTests {
    /// With the git program, and with libgit2 alone.
    @Test("the next sync makes all well", .enabled(if: SystemCallTrace.isPossible))
    func faults() throws {
      for hasGit in [true, false] { try tryFaults(FaultStage(hasGit: hasGit)) }
    }

    private func tryFaults(_ stage: FaultStage) throws {
      let record = try SeedRecord()
      let all = try stage.points().flatMap(Fault.all)
      for number in try numbers(all.count) where !record.finished.contains(UInt64(number)) {
        let name = "TL_FAULTS=\(number)..\(number), \(stage.hasGit ? "with" : "without") git"
        let problems = try stage.problems(after: all[number])
        if problems.isEmpty {
          if !stage.hasGit { try record.add(UInt64(number)) }
        } else {
          let told = ["repeat with \(name): \(all[number])"] + problems
          Issue.record("\(told.joined(separator: "\n"))")
        }
      }
    }

    private func numbers(_ count: Int) throws -> [Int] {
      if let asked = try SeedRange.asked("TL_FAULTS") {
        return Array(asked.clamped(to: 0...UInt64(count))).map(Int.init).filter { $0 < count }
      }
      return (0..<8).map { _ in Int.random(in: 0..<count) }
    }
  }
#endif
