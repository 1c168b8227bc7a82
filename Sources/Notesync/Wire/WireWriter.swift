/// Writes messages as JSON in ASCII; media data are read from files when they are sent.
package struct WireWriter {
  package var json: JSONWriter
  private var parts: [WireBody.Part] = []

  /// - Parameter isAnswer: for apps, which must not mistake a note's text for an answer about their token.
  package init(isAnswer: Bool = false) {
    json = JSONWriter(hidesTokenExpired: isAnswer)
  }

  package mutating func write(_ note: WireNote) {
    json.beginObject()
    json.members(["id": note.id, "text": note.text])
    json.key("isPinned")
    json.bool(note.isPinned)
    json.key("tags")
    json.beginArray()
    for tag in note.tags { json.string(tag) }
    json.endArray()
    json.members(["createdAt": note.createdAt.text, "updatedAt": note.updatedAt.text])
    json.key("deletedAt")
    if let deleted = note.deletedAt { json.string(deleted.text) } else { json.null() }
    json.endObject()
  }

  /// Begins an operation, an object that the caller ends.
  mutating func beginOperation(_ id: String, _ kind: WireOperation.Kind, note: WireNote) {
    json.beginObject()
    json.members(["opId": id, "opType": kind.rawValue])
    json.key("note")
    write(note)
  }

  /// - Parameter more: writes further members.
  package mutating func write(
    _ result: WireResult, _ more: (inout JSONWriter) -> Void = { _ in }
  ) {
    json.beginObject()
    json.members(["noteId": result.noteID, "result": result.outcome.word])
    json.key("note")
    write(result.note)
    more(&json)
    json.endObject()
  }

  /// Writes a media item.
  ///
  /// - Parameter file: the data; nil omits that member.
  package mutating func writeMedia(
    id: String, noteID: String, kind: String, filename: String, contentType: String,
    checksum: String, data file: WireBody.File?
  ) {
    json.beginObject()
    json.members([
      "id": id, "noteId": noteID, "kind": kind, "filename": filename, "contentType": contentType,
      "checksum": checksum,
    ])
    if let file {
      json.key("dataBase64")
      json.quoted { json in
        parts.append(.bytes(json.takeBytes()))
        parts.append(.base64(file))
      }
    }
    json.endObject()
  }

  package consuming func finish() -> WireBody {
    var parts = self.parts
    let rest = json.takeBytes()
    if !rest.isEmpty { parts.append(.bytes(rest)) }
    return WireBody(parts: parts)
  }
}
