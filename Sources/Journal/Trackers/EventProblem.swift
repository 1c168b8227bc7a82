package import VaultFormat

/// Why an event of a tracker cannot be written as it is wished.
package enum EventProblem: Error, Hashable, Sendable {
  /// It would stand in a code block or comment without an end, where it counts for nothing.
  case isHidden
  /// Its text begins a code block and does not end it: the events below would count for nothing.
  case opensCodeBlock
  /// It has changed since it was chosen, or is gone.
  case isGone
  /// It is a note, which is changed as one.
  case isNote(VaultPath)
  /// One runs already since that time.
  case isRunning(since: NoteTime)
  /// None runs that could be ended.
  case isNotRunning
  /// The one that runs began later than it is to end.
  case beganLater(NoteTime)
  /// It would end at this time, before it begins.
  case endsTooEarly(NoteTime)
  /// What stands behind its `=` cannot be read, and would be lost.
  case unreadableValue(String)
}
