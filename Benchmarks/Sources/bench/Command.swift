internal import Measuring

/// A program with its arguments, as it is measured and as the report names it.
struct Command {
  /// `tl list -n 20`, without the paths of the vaults.
  let label: String
  /// Path of the program; `nil`: it is not installed.
  let program: String?
  let arguments: [String]
  /// What counts as success; searches that find nothing end with 1.
  var exitCodes: Set<Int32> = [0]
}

/// Another command that the subject is measured against.
struct Anchor {
  let command: Command
  /// The most that the subject may take of the anchor's time.
  let goal: Double
}

/// Commands that run in turn: the subject, its anchors, the subject again, and so on.
struct Comparison {
  let subject: Command
  /// Which notes it reads, for the table; empty if it reads none.
  let vault: String
  let anchors: [Anchor]
  let rounds: Int
  /// The most that the subject may take, in milliseconds.
  var timeGoal: Double?
  /// The most memory that the subject may hold, in bytes.
  var memoryGoal: Int?
  /// Why nothing is run, said in the table; nil where it is.
  var leftOut: String?
  /// Vaults from which the notes added in a round are removed after it.
  var written: [String] = []
  /// Done before each run, unmeasured: the round, 0 for the one that is not counted, and which command,
  /// 0 for the subject.
  var prepare: ((_ round: Int, _ command: Int) throws -> Void)?
  /// Asked after each run of a command: what is wrong with what it left; nil for nothing.
  var prove: ((_ command: Int) throws -> String?)?
}
