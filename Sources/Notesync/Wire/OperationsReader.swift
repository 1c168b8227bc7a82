/// Reads a request, `{"ops": [operation, …]}`, in pieces.
///
/// Media data are written to files in a folder as they arrive; the caller removes them. An unreadable operation does
/// not affect the others.
package struct OperationsReader {
  private var reader: ElementsReader
  private var operations: [Result<WireOperation, OperationProblem>] = []

  /// - Parameter folder: absolute and existing.
  package init(folder: String) {
    reader = ElementsReader(
      arrays: ["ops"], wanted: WireDecoding.names, dataName: "dataBase64", refusesRepeats: true
    ) { _ in try DataSink(in: folder) }
  }

  /// The number of operations so far, including unreadable ones.
  package var count: Int { operations.count }

  /// - Throws: a `JSONSyntaxError`; a `SystemError` if a file cannot be written.
  package mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    for element in try reader.read(bytes) {
      operations.append(Self.operation(element.value, index: element.index))
    }
  }

  /// - Throws: a `JSONSyntaxError` if the text is incomplete; an `OperationProblem` if it has no `ops`.
  package mutating func finish() throws -> [Result<WireOperation, OperationProblem>] {
    guard try reader.finish().contains("ops") else {
      throw OperationProblem(
        index: 0, location: ["ops"], message: "is missing, or not an array", note: ReadableNote())
    }
    return operations
  }

  private static func operation(
    _ element: JSONElement, index: Int
  ) -> Result<WireOperation, OperationProblem> {
    var decoding = WireDecoding(location: ["ops", "\(index)"])
    let id = decoding.string("opId", in: element)
    let word = decoding.string("opType", in: element)
    let kind = word.flatMap(WireOperation.Kind.init)
    if word != nil, kind == nil {
      decoding.report("opType", "is none of create, update, upsert and delete")
    }
    if element["note"] == nil { decoding.report("note", "is missing") }
    let note = decoding.inside("note") { $0.note(element["note"] ?? .null) }
    let media = media(element["media"], &decoding)
    if decoding.problem == nil, let id, let kind, let note = note.whole {
      return .success(WireOperation(id: id, kind: kind, note: note, media: media))
    }
    let problem = decoding.problem ?? (["ops", "\(index)"], "cannot be read")
    return .failure(
      OperationProblem(
        index: index, location: problem.location, message: problem.message, operationID: id,
        note: note.readable, media: media))
  }

  private static func media(_ element: JSONElement?, _ decoding: inout WireDecoding) -> [WireMedia]
  {
    guard let element else { return [] }
    guard case .array(let items) = element else {
      decoding.report("media", "is \(element.kind), not an array")
      return []
    }
    return decoding.inside("media") { decoding in
      items.enumerated().compactMap { index, item in
        decoding.inside("\(index)") { decoding in
          let media = decoding.media(item)
          if let media, media.kind != "image", media.kind != "audio" {
            decoding.report("kind", "is neither image nor audio")
          }
          if media?.data.isBase64 == false { decoding.report("dataBase64", "is not base64") }
          return media
        }
      }
    }
  }
}
