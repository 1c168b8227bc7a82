/// Runs a body so many times at once, and returns what they return, in the order in which they ended.
package func atOnce<Value: Sendable>(
  _ count: Int, _ body: @Sendable @escaping (_ number: Int) async throws -> Value
) async throws -> [Value] {
  try await withThrowingTaskGroup(of: Value.self) { group in
    for number in 0..<count { group.addTask { try await body(number) } }
    return try await group.reduce(into: []) { $0.append($1) }
  }
}
