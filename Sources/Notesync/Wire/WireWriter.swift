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
    json.key("id")
    json.string(note.id)
    json.key("text")
    json.string(note.text)
    json.key("isPinned")
    json.bool(note.isPinned)
    json.key("tags")
    json.beginArray()
    for tag in note.tags { json.string(tag) }
    json.endArray()
    json.key("createdAt")
    json.string(note.createdAt.text)
    json.key("updatedAt")
    json.string(note.updatedAt.text)
    json.key("deletedAt")
    if let deleted = note.deletedAt { json.string(deleted.text) } else { json.null() }
    json.endObject()
  }

  /// Begins an operation, an object that the caller ends.
  mutating func beginOperation(_ id: String, _ kind: WireOperation.Kind, note: WireNote) {
    json.beginObject()
    json.key("opId")
    json.string(id)
    json.key("opType")
    json.string(kind.rawValue)
    json.key("note")
    write(note)
  }

  /// - Parameter more: writes further members.
  package mutating func write(
    _ result: WireResult, _ more: (inout JSONWriter) -> Void = { _ in }
  ) {
    json.beginObject()
    json.key("noteId")
    json.string(result.noteID)
    json.key("result")
    json.string(result.outcome.word)
    json.key("note")
    write(result.note)
    more(&json)
    json.endObject()
  }

  /// - Parameter file: the data; nil omits that member.
  package mutating func write(_ header: MediaHeader, data file: WireBody.File?) {
    json.beginObject()
    for (name, value) in [
      ("id", header.id), ("noteId", header.noteID), ("kind", header.kind),
      ("filename", header.filename), ("contentType", header.contentType),
      ("checksum", header.checksum),
    ] {
      json.key(name)
      json.string(value)
    }
    if let file {
      json.key("dataBase64")
      json.quoted { json in
        parts.append(.bytes(json.takeBytes()))
        parts.append(.base64(file))
      }
    }
    json.endObject()
  }

  /// Ends writing and returns the body.
  package consuming func finish() -> WireBody {
    var parts = self.parts
    let rest = json.takeBytes()
    if !rest.isEmpty { parts.append(.bytes(rest)) }
    return WireBody(parts: parts)
  }
}
