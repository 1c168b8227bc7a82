/// The number of files that a sync deletes without asking: as many as a person removes by hand, not as many as are
/// missing when a disk is not mounted or a command ran in the wrong folder.
package enum DeletionLimit {
  /// The number of deletions that is always allowed.
  package static let unasked = 20

  /// Whether `count` is more than 20 and more than a tenth of `total`.
  package static func isExceeded(by count: Int, of total: Int) -> Bool {
    count > unasked && count > total / 10
  }
}
