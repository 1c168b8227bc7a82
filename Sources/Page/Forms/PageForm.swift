internal import HTTPTypes
internal import SystemCalls
internal import WebServer

/// The fields and files of a form.
struct PageForm: Sendable {
  var fields: FormFields
  var files: [UploadedFile] = []

  subscript(name: String) -> String? { fields[name] }

  /// In bytes, of the fields: a long note with every byte escaped, and what it was before.
  static let fieldLimit = 48 << 20
  /// In seconds, for a form without files; after it the connection is closed.
  private static let time: Int64 = 120
  /// In bytes, of all files of one form.
  static let fileLimit: Int64 = 2 << 30
  private static let partLimit = 1_000

  /// - Parameter folder: for files until they are in the vault.
  /// - Throws: for a body that is too large, or of another type.
  static func read(_ request: WebRequest, filesIn folder: String) async throws -> PageForm {
    switch request.mediaType {
    case "application/x-www-form-urlencoded":
      let bytes = try await request.body.all(limit: fieldLimit, within: time)
      return PageForm(fields: FormFields(String(decoding: bytes, as: UTF8.self)))
    case "multipart/form-data":
      guard let scanner = MultipartScanner(contentType: request.headers[.contentType] ?? "") else {
        throw malformed
      }
      var reader = MultipartReader(scanner: scanner, folder: folder)
      return try await reader.read(request.body)
    default:
      throw PageProblem(
        .unsupportedMediaType, "Not understood", "This address takes the fields of a form.")
    }
  }

  static let malformed = PageProblem(
    .badRequest, "Not understood",
    "The form did not arrive as a whole. Nothing was changed: send it again.")

  /// Reads the parts of a form with files.
  private struct MultipartReader {
    var scanner: MultipartScanner
    let folder: String
    private var pairs: [(name: String, value: String)] = []
    private var files: [UploadedFile] = []
    private var part: MultipartScanner.Part?
    private var value: [UInt8] = []
    private var output: FileOutput?
    private var (fieldBytes, fileBytes, parts) = (0, Int64(0), 0)

    init(scanner: MultipartScanner, folder: String) {
      self.scanner = scanner
      self.folder = folder
    }

    mutating func read(_ body: IncomingBody) async throws -> PageForm {
      while !scanner.isComplete, let piece = try await body.next() {
        let events: [MultipartScanner.Event]
        do { events = try scanner.feed(piece) } catch { throw PageForm.malformed }
        for event in events { try take(event) }
      }
      guard scanner.isComplete else { throw PageForm.malformed }
      return PageForm(fields: FormFields(pairs), files: files)
    }

    private mutating func take(_ event: MultipartScanner.Event) throws {
      switch event {
      case .begin(let part):
        parts += 1
        guard parts <= PageForm.partLimit else { throw HTTPErrorReply.tooLarge }
        (self.part, value) = (part, [])
        if let name = part.fileName, !name.isEmpty {
          let file = try FileOutput(newIn: folder, prefix: "upload-")
          output = file
          files.append(UploadedFile(name: name, path: file.path))
        }
      case .content(let bytes):
        if let output {
          fileBytes += Int64(bytes.count)
          guard fileBytes <= PageForm.fileLimit else { throw HTTPErrorReply.tooLarge }
          try output.write(bytes)
        } else if part?.fileName == nil {
          fieldBytes += bytes.count
          guard fieldBytes <= PageForm.fieldLimit else { throw HTTPErrorReply.tooLarge }
          value += bytes
        }
      case .end:
        if let output {
          try output.close()
        } else if let part, part.fileName == nil {
          pairs.append((part.name, String(decoding: value, as: UTF8.self)))
        }
        (part, output) = (nil, nil)
      }
    }
  }
}
