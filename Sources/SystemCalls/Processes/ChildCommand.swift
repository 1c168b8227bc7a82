/// A program, its arguments, environment and folder.
package struct ChildCommand: Hashable, Sendable {
  /// The environment of a program.
  package enum Variables: Hashable, Sendable {
    case exactly([String: String])
    /// Those of this process, unchanged, and those of `defaults` that it lacks.
    case inherited(defaults: [String: String] = [:])
  }

  /// A path; `PATH` is not searched.
  package var program: String
  /// Without the program's name.
  package var arguments: [String]
  package var variables: Variables
  /// Whether the program and its children form a process group that can be ended at once.
  ///
  /// False for a program that reads from the terminal, which only the foreground group may.
  package var hasOwnGroup: Bool
  /// Nil for the folder of this process.
  package var folder: String?
  /// Signals that this process ignores and the program must not; `SIGPIPE` is always reset.
  package var defaultSignals: [Int32] = []

  package init(
    program: String, arguments: [String], environment: [String: String], hasOwnGroup: Bool
  ) {
    self.init(
      program: program, arguments: arguments, variables: .exactly(environment),
      hasOwnGroup: hasOwnGroup)
  }

  package init(
    program: String, arguments: [String], variables: Variables, hasOwnGroup: Bool = false
  ) {
    self.program = program
    self.arguments = arguments
    self.variables = variables
    self.hasOwnGroup = hasOwnGroup
  }
}
