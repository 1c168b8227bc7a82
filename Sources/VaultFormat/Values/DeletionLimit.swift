/// How many files a sync deletes without asking: what a person removes by hand, not what a disk that
/// is not mounted or a command in the wrong folder removes.
package enum DeletionLimit {
  /// Deletions that are never too many, whatever part of all files they are.
  package static let unasked = 20

  /// Whether this many are more than 20 and more than a tenth of all.
  package static func isExceeded(by count: Int, of total: Int) -> Bool {
    count > unasked && count > total / 10
  }
}
