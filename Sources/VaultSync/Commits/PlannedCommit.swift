package import Git

/// A commit that is not made yet.
package struct PlannedCommit: Hashable, Sendable {
  /// Its objects are written.
  package var tree: ObjectID
  package var parents: [ObjectID]
  package var message: String
  /// Decisions about changes of both sides.
  package var events: [MergeEvent] = []
}
