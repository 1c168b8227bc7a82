package import VaultFormat

/// Reads the answer to a restore, `{"notes": […], "media": […]}`, that comes in pieces and may be far larger than
/// memory.
///
/// The data of media goes to files of their own in a folder; they are the caller's to remove.
package struct NotesReader {
  package enum Element: Hashable, Sendable {
    /// Its id is not empty.
    case note(WireNote)
    /// Of whatever kind, with whatever checksum, its note's id not empty; `data.isBase64` may be false, and the data may be absent.
    case media(WireMedia)
    /// What cannot be read.
    case damaged(OperationProblem)
  }

  private var reader: ElementsReader
  private let needsData: Bool

  /// - Parameters:
  ///   - folder: absolute; it exists.
  ///   - wantsData: asked with the declared checksum, normalized, where it stands before the data, and with the note's
  ///     id where that does so too; false leaves the data undecoded.
  ///   - needsData: media without the member for data are damaged.
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
  /// - Throws: a `JSONSyntaxError`; a `SystemError` where a file cannot be written.
  package mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) throws -> [Element] {
    try reader.read(bytes).map(element)
  }

  /// - Throws: a `JSONSyntaxError` where the text is not at its end or holds no `notes`.
  package mutating func finish() throws {
    guard try reader.finish().contains("notes") else {
      throw JSONSyntaxError(message: "there is no list of notes", offset: 0)
    }
  }

  private func element(_ element: ElementsReader.Element) -> Element {
    var decoding = WireDecoding(at: [element.array, "\(element.index)"])
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
