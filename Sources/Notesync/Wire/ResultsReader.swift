/// Reads the answer to a request, `{"results": […]}`, in pieces.
package struct ResultsReader {
  private var reader = ElementsReader(
    arrays: ["results"], wanted: WireDecoding.names.union(["error", "details", "msg"]))
  private var results: [WireResult?] = []
  private let limit: Int

  /// - Parameter limit: the maximum number of results.
  package init(limit: Int) {
    self.limit = limit
  }

  /// - Throws: a `JSONSyntaxError`.
  package mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    results += try reader.read(bytes).map(Self.result)
    guard results.count <= limit else {
      throw JSONSyntaxError(message: "there are more results than operations", offset: 0)
    }
  }

  /// - Returns: one for each operation, in their order; nil for one that cannot be read.
  /// - Throws: a `JSONSyntaxError` if the text is incomplete or has no `results`.
  package mutating func finish() throws -> [WireResult?] {
    guard try reader.finish().contains("results") else {
      throw JSONSyntaxError(message: "there is no list of results", offset: 0)
    }
    return results
  }

  private static func result(_ element: ElementsReader.Element) -> WireResult? {
    var decoding = WireDecoding(location: ["results", "\(element.index)"])
    guard let noteID = decoding.string("noteId", in: element.value),
      let word = decoding.string("result", in: element.value),
      let note = decoding.note(element.value["note"] ?? .null).whole
    else { return nil }
    return WireResult(
      noteID: noteID, outcome: WireResult.Outcome(word), note: note,
      problem: problem(in: element.value))
  }

  /// The problem that a server of tl adds for an operation that it cannot carry out; the original server never does.
  private static func problem(in result: JSONElement) -> String? {
    guard let error = result["error"]?.text else { return nil }
    guard case .array(let details)? = result["details"] else { return error }
    return details.first?["msg"]?.text ?? error
  }
}
