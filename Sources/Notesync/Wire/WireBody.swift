internal import Cryptography
internal import SystemCalls
package import VaultFormat
package import VaultStore

/// A body to be sent, parts of which are read from files on demand.
package struct WireBody: Sendable {
  package enum Part: Sendable {
    case bytes([UInt8])
    /// The file's bytes as base64.
    case base64(File)
  }

  /// A file of a vault and its expected content.
  package struct File: Sendable {
    var path: VaultPath
    var folder: VaultFolder
    /// The size of the file in bytes.
    var size: Int64
    /// Lower-case hex; nil: not checked.
    var sha256: String?

    package init(_ path: VaultPath, in folder: VaultFolder, size: Int64, sha256: String?) {
      self.path = path
      self.folder = folder
      self.size = size
      self.sha256 = sha256
    }

    /// - Throws: `Changed` if it is no longer a readable file.
    func open() throws(Changed) -> FileInput {
      do { return try FileInput(path, in: folder) } catch { throw Changed(path: path) }
    }
  }

  package var parts: [Part]

  package init(parts: [Part]) {
    self.parts = parts
  }

  package init(_ bytes: [UInt8]) {
    parts = [.bytes(bytes)]
  }

  /// The length of the body in bytes.
  package var length: Int64 {
    parts.reduce(0) { sum, part in
      switch part {
      case .bytes(let bytes): sum + Int64(bytes.count)
      case .base64(let file): sum + Base64Encoder.length(of: file.size)
      }
    }
  }

  package func pieces() -> Pieces { Pieces(self) }

  /// A file of a body has changed since the body was made.
  package struct Changed: Error, Hashable {
    package var path: VaultPath
  }
}

extension WireBody {
  /// Returns a body piece by piece; at most one file is open.
  package struct Pieces {
    private var parts: ArraySlice<Part>
    private var file: OpenFile?

    private struct OpenFile {
      var file: File
      var input: FileInput
      var encoder = Base64Encoder()
      var hash = SHA256()
      var left: Int64
    }

    /// The bytes read from a file at once: a multiple of three, so that no rest is carried over.
    private static let chunk = 3 << 16

    init(_ body: WireBody) {
      parts = body.parts[...]
    }

    /// Nil at the end.
    ///
    /// - Throws: `Changed`; the pieces so far are then not a complete body.
    package mutating func next() throws(Changed) -> [UInt8]? {
      while true {
        if file != nil {
          if let bytes = try nextOfFile() { return bytes }
          file = nil
        }
        switch parts.popFirst() {
        case nil: return nil
        case .bytes(let bytes): if !bytes.isEmpty { return bytes }
        case .base64(let file):
          let input = try file.open()
          self.file = OpenFile(file: file, input: input, left: file.size)
        }
      }
    }

    private mutating func nextOfFile() throws(Changed) -> [UInt8]? {
      guard var open = file else { return nil }
      file = nil
      guard open.left > 0 else {
        try check(open)
        return nil
      }
      guard let bytes = try? open.input.read(Int(min(Int64(Self.chunk), open.left))),
        !bytes.isEmpty
      else { throw Changed(path: open.file.path) }
      open.left -= Int64(bytes.count)
      var encoded: [UInt8] = []
      bytes.withUnsafeBufferPointer { buffer in
        open.hash.update(UnsafeRawBufferPointer(buffer))
        open.encoder.write(buffer, into: &encoded)
      }
      if open.left == 0 {
        // Before the last bytes are sent, so that a server never receives a complete body with other bytes.
        try check(open)
        open.encoder.finish(into: &encoded)
      }
      file = open
      return encoded
    }

    private func check(_ open: OpenFile) throws(Changed) {
      guard (try? open.input.read(1))?.isEmpty == true else { throw Changed(path: open.file.path) }
      if let wanted = open.file.sha256, wanted != open.hash.hex {
        throw Changed(path: open.file.path)
      }
    }
  }
}

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
