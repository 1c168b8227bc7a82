/// Why categories cannot be changed as was wanted; each names the category as it is written, or what was given.
package enum CategoryProblem: Error, Hashable, Sendable {
  /// A name is one line, and not empty.
  case isNoName
  case isNoSymbol(String)
  case isNoColor(String)
  /// Neither the settings nor a note has it.
  case isUnknown(String)
  /// Only notes have it.
  case isNotInSettings(String)
  case isTaken(by: String)
  /// Notes have it.
  case isInUse(String, count: Int)
  case standsForItself(String)
}
