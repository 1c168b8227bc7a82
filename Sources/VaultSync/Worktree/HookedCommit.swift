internal import Git
internal import VaultFormat

/// A commit that hooks may change or refuse.
struct HookedCommit {
  /// The full name of the checked-out branch.
  var branch: String
  /// The branch's commit; nil if it has none.
  var parent: ObjectID?
  var message: String
  var held: HeldPaths
}
