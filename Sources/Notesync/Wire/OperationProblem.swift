/// Why an element of a request or an answer cannot be used, and what of it can be read all the same.
package struct OperationProblem: Error, Hashable, Sendable {
  /// Of the element, from 0.
  package var index: Int
  /// The way to the value, such as `ops`, `3`, `note`, `text`.
  package var location: [String]
  /// A fragment in lower case.
  package var message: String
  package var operationID: String?
  package var note: ReadableNote
  /// What came before the problem was met: files that are the caller's to remove.
  package var media: [WireMedia] = []

  package var noteID: String? { note.id }
}

extension OperationProblem: CustomStringConvertible {
  package var description: String { "\(location.joined(separator: ".")): \(message)" }
}
