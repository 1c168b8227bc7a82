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
