/// A problem of a request or of a part of it.
struct RequestProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the value, such as `ops`, `3`, `note`, `text`.
  var location: [String]
  /// A fragment in lower case.
  var message: String

  init(_ location: [String], _ message: String) {
    self.location = location
    self.message = message
  }

  var description: String { "\(location.joined(separator: ".")): \(message)" }
}
