/// How long a server's answers were when all that they hold was known, for limits of 1, `limit - 1` and `limit` notes.
///
/// A server that cannot leave media out can still say how long an answer would be (`HEAD`). While these lengths stay,
/// the newest notes are those that were there.
struct ListMark: Hashable {
  var limit: Int
  /// In bytes, each of them.
  var first: Int64
  var before: Int64
  var whole: Int64

  /// Two notes of one length could take each other's place without changing a length: the newest note, and one that
  /// it pushes beyond the limit.
  var isAmbiguous: Bool { abs(first - (whole - before)) < Self.frame }

  /// More than stands around the elements of an answer, in bytes.
  private static let frame: Int64 = 96
}

extension ListMark {
  /// Reads a line such as `20 1234 5678 9012`.
  init?(_ text: String) {
    let numbers = text.split(separator: " ").compactMap { Int64($0) }
    guard numbers.count == 4, numbers[0] > 1 else { return nil }
    self.init(
      limit: Int(numbers[0]), first: numbers[1], before: numbers[2], whole: numbers[3])
  }

  var text: String { "\(limit) \(first) \(before) \(whole)" }
}

extension ListMark {
  /// Nil where the server does not tell.
  static func ask(_ connection: Connection, limit: Int) async throws -> ListMark? {
    guard let first = try await length(connection, limit: 1),
      let before = try await length(connection, limit: limit - 1),
      let whole = try await length(connection, limit: limit)
    else { return nil }
    return ListMark(limit: limit, first: first, before: before, whole: whole)
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
