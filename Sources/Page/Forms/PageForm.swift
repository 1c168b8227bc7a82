internal import HTTPTypes
internal import SystemCalls
internal import WebServer

/// The fields and files of a form.
struct PageForm: Sendable {
  var fields: FormFields
  /// Why its files could not be kept, as on a full disk; the fields are complete.
  private var fileError: SystemError?
  private var keptFiles: [UploadedFile] = []
  /// What a script has sent before the form, to the stage.
  private(set) var staged: [Staged] = []

  /// A file of `UploadStage` as a form names it in a field `staged`: its SHA-256, a slash, the name of the file.
  struct Staged: Hashable, Sendable {
    var hash: String
    var name: String

    init?(_ field: String) {
      let parts = field.split(separator: "/", maxSplits: 1).map(String.init)
      guard parts.count == 2, PageForm.isHash(parts[0]) else { return nil }
      (hash, name) = (parts[0], parts[1])
    }
  }

  /// Whether a text is a SHA-256 in lower-case hex.
  static func isHash(_ text: String) -> Bool {
    text.utf8.count == 64 && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
  }

  init(fields: FormFields) {
    self.fields = fields
    staged = fields.all("staged").compactMap(Staged.init)
  }

  /// The files in the form.
  ///
  /// - Throws: if they could not be kept.
  func sentFiles() throws(SystemError) -> [UploadedFile] {
    if let fileError { throw fileError }
    return keptFiles
  }

  var hasFiles: Bool { fileError != nil || !keptFiles.isEmpty || !staged.isEmpty }

  subscript(name: String) -> String? { fields[name] }

  /// In bytes, of the fields: a long note with every byte escaped, and what it was before.
  static let fieldLimit = 48 << 20
  /// In seconds, for a form without files; after it the connection is closed.
  private static let time: Int64 = 120
  /// In bytes, of all files of one form.
  static let fileLimit: Int64 = 2 << 30
  private static let filesLimit = 1_000
  /// Fields are small, and a script names each file in one.
  private static let partLimit = 10_000

  /// - Parameter folder: for files until they are in the vault.
  /// - Throws: for a body that is too large, or of another type.
  static func read(_ request: WebRequest, filesIn folder: String) async throws -> PageForm {
    switch request.mediaType {
    case "application/x-www-form-urlencoded":
      let bytes = try await request.body.all(limit: fieldLimit, within: time)
      let text = String(decoding: bytes, as: UTF8.self)
      guard let fields = FormFields(text, limit: partLimit) else { throw HTTPErrorReply.tooLarge }
      return PageForm(fields: fields)
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

  private struct MultipartReader {
    var scanner: MultipartScanner
    let folder: String
    private var pairs: [(name: String, value: String)] = []
    private var files: [UploadedFile] = []
    private var fileError: SystemError?
    private var part: MultipartScanner.Part?
    private var value: [UInt8] = []
    private var output: FileOutput?
    private var (fieldBytes, fileBytes, parts) = (0, Int64(0), 0)

    init(scanner: MultipartScanner, folder: String) {
      (self.scanner, self.folder) = (scanner, folder)
    }

    mutating func read(_ body: IncomingBody) async throws -> PageForm {
      while !scanner.isComplete, let piece = try await body.next() {
        let events: [MultipartScanner.Event]
        do { events = try scanner.feed(piece) } catch { throw PageForm.malformed }
        for event in events { try take(event) }
      }
      guard scanner.isComplete else { throw PageForm.malformed }
      var form = PageForm(fields: FormFields(pairs))
      (form.keptFiles, form.fileError) = (files, fileError)
      return form
    }

    private mutating func take(_ event: MultipartScanner.Event) throws {
      switch event {
      case .begin(let part):
        parts += 1
        guard parts <= PageForm.partLimit else { throw HTTPErrorReply.tooLarge }
        (self.part, value) = (part, [])
        if let name = part.fileName, !name.isEmpty {
          guard files.count < PageForm.filesLimit else { throw HTTPErrorReply.tooLarge }
          keepFile { reader throws(SystemError) in
            let file = try FileOutput(newIn: reader.folder, prefix: "upload-")
            reader.files.append(UploadedFile(name: name, path: file.path))
            reader.output = file
          }
        }
      case .content(let bytes):
        if part?.fileName != nil {
          fileBytes += Int64(bytes.count)
          guard fileBytes <= PageForm.fileLimit else { throw HTTPErrorReply.tooLarge }
          keepFile { reader throws(SystemError) in try reader.output?.write(bytes) }
        } else {
          fieldBytes += bytes.count
          guard fieldBytes <= PageForm.fieldLimit else { throw HTTPErrorReply.tooLarge }
          value += bytes
        }
      case .end:
        keepFile { reader throws(SystemError) in try reader.output?.close() }
        if let part, part.fileName == nil {
          pairs.append((part.name, String(decoding: value, as: UTF8.self)))
        }
        (part, output) = (nil, nil)
      }
    }

    /// After an error no file is kept, but the rest of the form is read: the text may come behind the files.
    private mutating func keepFile(_ write: (inout Self) throws(SystemError) -> Void) {
      guard fileError == nil else { return }
      do throws(SystemError) {
        try write(&self)
      } catch {
        (fileError, output) = (error, nil)
        files = []
      }
    }
  }
}

/// A file that came with a form, in the state folder until it is in the vault or the request has ended.
final class UploadedFile: Sendable {
  /// As the browser says; untrusted.
  let name: String
  let path: String
  /// Whether its content is on disk.
  let isSynced: Bool
  private let isKept: Bool

  init(name: String, path: String) {
    (self.name, self.path, isKept, isSynced) = (name, path, false, false)
  }

  /// A file that is on disk, and that somebody else removes.
  init(name: String, keeping path: String) {
    (self.name, self.path, isKept, isSynced) = (name, path, true, true)
  }

  deinit { if !isKept { try? SystemPath.remove(path) } }

  /// In bytes; nil if it is not there any more.
  var size: Int64? { (try? FileDescriptor.status(ofPath: path))?.size }

  /// The last component of the browser's name, without control characters.
  var safeName: String {
    let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
    let visible = String(
      last.unicodeScalars.filter {
        !$0.properties.isDefaultIgnorableCodePoint && $0.value >= 0x20 && $0.value != 0x7F
      })
    return visible.isEmpty || visible.allSatisfy { $0 == "." } ? "file" : visible
  }
}
