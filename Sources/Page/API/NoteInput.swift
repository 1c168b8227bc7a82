internal import Foundation
internal import HTTPTypes
internal import VaultFormat
internal import VaultStore
internal import WebServer

/// The note that a request has in its body: a whole file, or a text and some properties.
struct NoteInput: Sendable {
  enum Content: Hashable, Sendable {
    /// The text without front matter, and what to say in it.
    case text(String)
    /// With front matter, if it has some.
    case file([UInt8])
  }

  var content: Content
  var title: String?
  var tags: [Tag]?
  /// As in `tl set date=…`.
  var date: String?
  var isPinned: Bool?
  /// The file from which the change began.
  var base: [UInt8]?

  /// In bytes, of a body in Markdown.
  static let textLimit = 16 << 20
  /// In bytes, of a body in JSON: a text and its base, with escapes.
  static let jsonLimit = 48 << 20
  /// In seconds, for the whole body; after it the connection is closed.
  private static let time: Int64 = 120

  struct Fields: KnownKeys {
    var text: String?
    var file: String?
    var title: String?
    var tags: [String]?
    var date: String?
    var pinned: Bool?
    var base: String?

    static let names: Set<String> = ["text", "file", "title", "tags", "date", "pinned", "base"]
  }

  /// The words of each entry; one can have several, with commas between them.
  static func tags(_ words: [String]) throws(APIProblem) -> [Tag] {
    var tags: [Tag] = []
    for word in words {
      let found = Tag.list(in: word)
      guard !found.isEmpty else { throw APIProblem.invalid("“\(word)” is no tag.") }
      tags += found
    }
    return Tag.unique(tags)
  }

  /// A body in JSON.
  ///
  /// - Throws: an `APIProblem` for what is no JSON, a value of the wrong type, and a key that is not known.
  static func json<Value: KnownKeys>(_ request: WebRequest) async throws -> Value {
    guard request.mediaType == "application/json" else { throw APIProblem.mediaType }
    let data = Data(try await request.body.all(limit: jsonLimit, within: time))
    do {
      let names = try JSONDecoder().decode(FieldNames.self, from: data).names
      if let unknown = names.first(where: { !Value.names.contains($0) }) {
        throw APIProblem.invalid(
          "The key “\(unknown.prefix(100))” is not known here.",
          next: "Known are: \(Value.names.sorted().joined(separator: ", ")).")
      }
      return try JSONDecoder().decode(Value.self, from: data)
    } catch let problem as APIProblem {
      throw problem
    } catch DecodingError.dataCorrupted {
      throw APIProblem(
        .badRequest, "bad_json", "The body is not JSON.", next: "Send an object (RFC 8259).")
    } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context)
    {
      let place = context.codingPath.map(\.stringValue).joined(separator: ".")
      throw APIProblem.invalid(
        place.isEmpty ? "The body has to be an object." : "\(place) has a value of the wrong type.")
    } catch {
      throw APIProblem.invalid("The object cannot be read.")
    }
  }
}

/// An object whose keys are all known, so that a misspelled one is not ignored.
protocol KnownKeys: Decodable { static var names: Set<String> { get } }

private struct FieldNames: Decodable {
  var names: [String]

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    names = try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue)
  }
}

extension NoteInput {
  /// - Throws: an `APIProblem` for another type of body, or one that cannot be read.
  init(_ request: WebRequest) async throws {
    switch request.mediaType {
    case "text/markdown", "text/plain":
      content = .file(try await request.body.all(limit: Self.textLimit, within: Self.time))
    case "application/json":
      let fields: Fields = try await Self.json(request)
      switch (fields.text, fields.file) {
      case (let text?, nil): content = .text(text)
      case (nil, let file?): content = .file(Array(file.utf8))
      default: throw APIProblem.invalid("The object needs either text or file.")
      }
      title = fields.title
      tags = try fields.tags.map(Self.tags)
      date = fields.date
      isPinned = fields.pinned
      base = fields.base.map { Array($0.utf8) }
      if case .file = content, title != nil || tags != nil || date != nil || isPinned != nil {
        throw APIProblem.invalid(
          "file has the front matter already: title, tags, date and pinned belong to text.")
      }
    default: throw APIProblem.mediaType
    }
  }

  var isBlank: Bool {
    switch content {
    case .text(let text): text.allSatisfy(\.isWhitespace)
    case .file(let bytes): TypedText(bytes).isBlank
    }
  }

  /// The new note, by the rules of `tl add`.
  ///
  /// - Throws: a `FieldAssignment.Failure` for a date that cannot be read.
  func newNote(now: Int64, zone: TimeZoneRules) throws -> NewNote {
    var note: NewNote
    switch content {
    case .text(let text): note = NewNote(text: text)
    case .file(let bytes): note = NewNote(TypedText(bytes))
    }
    note.isPinned = isPinned ?? false
    note.tags = tags ?? []
    if let title, !title.isEmpty { note.assignments.append(FieldAssignment(.title, .text(title))) }
    if let date, !date.isEmpty {
      note.assignments.append(try FieldAssignment("date=\(date)", now: now, zone: zone))
    }
    return note
  }

  /// The file that the change makes of `base`; what it does not name stays byte for byte.
  ///
  /// - Throws: an `EditError`, a `FieldAssignment.Failure`.
  func edited(_ base: NoteDocument, now: Int64, zone: TimeZoneRules) throws -> NoteDocument {
    let text: String
    switch content {
    case .file(let bytes): return NoteDocument(bytes)
    case .text(let content): text = content
    }
    var document = base
    let body = FormText(base.body).replaced(by: text)
    if !body.elementsEqual(base.body) { document = document.replacingBody(with: body) }
    if let isPinned { document = try document.settingPinned(isPinned) }
    if let tags {
      document = try document.changingTags(from: NoteMetadata(of: base, zone: zone).tags, to: tags)
    }
    if let title {
      let value: FieldValue? = title.isEmpty ? nil : .text(title)
      document = try FieldAssignment(.title, value).applied(to: document)
    }
    if let date {
      document = try FieldAssignment("date=\(date)", now: now, zone: zone).applied(to: document)
    }
    return document
  }
}
