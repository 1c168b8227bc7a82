/// Entries of the trash that were made together, as an address writes them: `3`, or `3.4.5`.
struct TrashNumbers: Hashable, Sendable, CustomStringConvertible {
  static let limit = 200

  /// At least one.
  let values: [Int]

  /// Nil for an empty list.
  init?(_ values: [Int]) {
    guard !values.isEmpty else { return nil }
    self.values = values
  }

  /// Nil for anything but numbers with dots between them.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let values = parts.compactMap { part in
      part.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int(part) : nil
    }
    guard values.count == parts.count, values.count <= Self.limit else { return nil }
    self.init(values)
  }

  var first: Int { values[0] }
  var description: String { values.map(String.init).joined(separator: ".") }
}
