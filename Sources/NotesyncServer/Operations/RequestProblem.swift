/// What is wrong with a request, or with a part of it.
struct RequestProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The way to the value, such as `ops`, `3`, `note`, `text`.
  var location: [String]
  /// A fragment in lower case.
  var message: String

  init(_ location: [String], _ message: String) {
    self.location = location
    self.message = message
  }

  var description: String { "\(location.joined(separator: ".")): \(message)" }
}
