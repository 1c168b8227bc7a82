/// Why an element of a request or an answer cannot be used, and its readable parts.
package struct OperationProblem: Error, Hashable, Sendable {
  /// The index of the element, from 0.
  package var index: Int
  /// The path of the value, such as `ops`, `3`, `note`, `text`.
  package var location: [String]
  /// A fragment in lower case.
  package var message: String
  package var operationID: String?
  package var note: ReadableNote
  /// The media before the problem, whose files the caller removes.
  package var media: [WireMedia] = []

  package var noteID: String? { note.id }
}

extension OperationProblem: CustomStringConvertible {
  package var description: String { "\(location.joined(separator: ".")): \(message)" }
}
