/// The lengths of a server's answers for limits of 1, `limit - 1` and `limit` notes, when their content was fully
/// known.
///
/// A server that cannot leave media out still reports the length of an answer (`HEAD`). While these lengths are the
/// same, so are the newest notes.
struct ListLengths: Hashable {
  var limit: Int
  /// All in bytes.
  var first: Int64
  var before: Int64
  var whole: Int64

  /// The newest note, and one that it pushes beyond the limit, may have the same length, so that no length changes.
  var isAmbiguous: Bool { abs(first - (whole - before)) < Self.frame }

  /// An upper bound for the bytes around the elements of an answer.
  private static let frame: Int64 = 96
}

extension ListLengths {
  /// Reads a line such as `20 1234 5678 9012`.
  init?(_ text: String) {
    let numbers = text.split(separator: " ").compactMap { Int64($0) }
    guard numbers.count == 4, numbers[0] > 1 else { return nil }
    self.init(
      limit: Int(numbers[0]), first: numbers[1], before: numbers[2], whole: numbers[3])
  }

  var text: String { "\(limit) \(first) \(before) \(whole)" }
}
