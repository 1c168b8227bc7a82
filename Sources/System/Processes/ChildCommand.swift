/// A program, its arguments, and where and with which variables it runs.
package struct ChildCommand: Hashable, Sendable {
  /// The environment of a program.
  package enum Variables: Hashable, Sendable {
    case exactly([String: String])
    /// Those of this process, byte for byte, and of `defaults` those that it lacks.
    case inherited(defaults: [String: String] = [:])
  }

  /// A path; it is not searched for.
  package var program: String
  /// Without the program's own name.
  package var arguments: [String]
  package var variables: Variables
  /// Whether the program, and all that it starts, can be ended together.
  ///
  /// Not with a person at a terminal: only the terminal's own group may read from it.
  package var hasOwnGroup: Bool
  /// Where the program starts; nil for the folder of this process.
  package var folder: String?
  /// Signals that end the program although this process ignores them; `SIGPIPE` always does.
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
