package import VaultFormat

/// Reads the answer to a restore, `{"notes": […], "media": […]}`, in pieces; it may be larger than memory.
///
/// Media data are written to files in a folder, which the caller removes.
package struct NotesReader {
  package enum Element: Hashable, Sendable {
    /// Its id is not empty.
    case note(WireNote)
    /// Kind and checksum are unchecked; its note's id is not empty; `data.isBase64` may be false, and the data may be
    /// absent.
    case media(WireMedia)
    /// An unreadable element.
    case damaged(OperationProblem)
  }

  private var reader: ElementsReader
  private let needsData: Bool

  /// - Parameters:
  ///   - folder: absolute and existing.
  ///   - wantsData: called with the normalized declared checksum and the note's id, as far as they precede the data;
  ///     false skips the data.
  ///   - needsData: media without data are reported as damaged.
  package init(
    folder: String, needsData: Bool = true,
    wantsData: @escaping (_ noteID: NoteID?, _ checksum: String) -> Bool = { _, _ in true }
  ) {
    self.needsData = needsData
    reader = ElementsReader(
      arrays: ["notes", "media"], wanted: WireDecoding.names, dataName: "dataBase64"
    ) { siblings in
      let checksum = siblings["checksum"]?.text.flatMap(WireMedia.normalized)
      if let checksum, !wantsData(siblings["noteId"]?.text.flatMap { NoteID($0) }, checksum) {
        return .none
      }
      return try DataSink(in: folder)
    }
  }

  /// - Returns: the elements that end in these bytes.
  /// - Throws: a `JSONSyntaxError`; a `SystemError` if a file cannot be written.
  package mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) throws -> [Element] {
    try reader.read(bytes).map(element)
  }

  /// - Throws: a `JSONSyntaxError` if the text is incomplete or has no `notes`.
  package mutating func finish() throws {
    guard try reader.finish().contains("notes") else {
      throw JSONSyntaxError(message: "there is no list of notes", offset: 0)
    }
  }

  private func element(_ element: ElementsReader.Element) -> Element {
    var decoding = WireDecoding(location: [element.array, "\(element.index)"])
    if element.array == "media" {
      if let media = decoding.media(element.value, needsData: needsData) {
        if !media.noteID.isEmpty { return .media(media) }
        decoding.report("noteId", "is empty")
      }
    } else if let note = decoding.note(element.value).whole {
      if !note.id.isEmpty { return .note(note) }
      decoding.report("id", "is empty")
    }
    let problem = decoding.problem ?? ([element.array], "cannot be read")
    var readable = ReadableNote()
    readable.id = element.value[element.array == "media" ? "noteId" : "id"]?.text
    return .damaged(
      OperationProblem(
        index: element.index, location: problem.location, message: problem.message, note: readable))
  }
}

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
