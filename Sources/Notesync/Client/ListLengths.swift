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

extension ListLengths {
  /// Nil if the server does not support it.
  static func ask(_ connection: Connection, limit: Int) async throws -> ListLengths? {
    guard let first = try await length(connection, limit: 1),
      let before = try await length(connection, limit: limit - 1),
      let whole = try await length(connection, limit: limit)
    else { return nil }
    return ListLengths(limit: limit, first: first, before: before, whole: whole)
  }

  func holds(_ connection: Connection) async throws -> Bool {
    guard try await Self.length(connection, limit: 1) == first else { return false }
    return try await Self.length(connection, limit: limit) == whole
  }

  static func length(_ connection: Connection, limit: Int) async throws -> Int64? {
    let reply = try await connection.head("/api/notes?limit=\(limit)")
    return reply?.headers["content-length"].flatMap { Int64($0) }
  }
}
