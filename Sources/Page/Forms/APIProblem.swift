internal import HTTPTypes
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import WebServer
internal import Words

/// Why the API cannot do what was asked: `{"error": {"code", "message", "next"}}`.
struct APIProblem: Error, Sendable {
  var status: HTTPResponse.Status
  /// For programs; never changes its meaning.
  var code: String
  /// A sentence.
  var message: String
  /// What to do, a sentence.
  var next: String
  /// Beside `error`: the texts of a conflict.
  var details: [(String, JSONValue)]

  init(
    _ status: HTTPResponse.Status, _ code: String, _ message: String, next: String,
    details: [(String, JSONValue)] = []
  ) {
    (self.status, self.code, self.message, self.next) = (status, code, message, next)
    self.details = details
  }

  /// Whether errors at a path have this form.
  ///
  /// - Parameter path: without the site's prefix.
  static func answers(_ path: String) -> Bool {
    path.hasPrefix("/api/v1/") || path == "/api/v1" || path == "/share"
  }

  var reply: Reply {
    let error: JSONValue = [
      "code": .string(code), "message": .string(message), "next": .string(next),
    ]
    return .json(.object([("error", error)] + details), status: status)
      .with(status == .unauthorized ? [.bearer] : [])
  }

  // MARK: - Problems of requests

  static let noToken = APIProblem(
    .unauthorized, "no_token", "This address needs a token, or a browser that is signed in.",
    next: "Send Authorization: Bearer and a token that tl serve token add NAME has printed.")
  static let noSuchNote = APIProblem(
    .notFound, "no_such_note", "There is no note with this id.",
    next: "GET /api/v1/notes lists the notes with their whole ids.")
  static let noSuchMedia = APIProblem(
    .notFound, "no_such_media", "No file with this SHA-256 waits for a note.",
    next: "PUT it to this address.")
  static let mediaType = APIProblem(
    .unsupportedMediaType, "wrong_content_type", "This address does not take such a body.",
    next: "docs/api.md says which Content-Type it takes.")

  static func tokenReadsOnly(_ name: String) -> APIProblem {
    APIProblem(
      .forbidden, "token_reads_only", "The token \(name) may only read.",
      next: "tl serve token add NAME makes one that may write.")
  }

  /// A value that cannot be used.
  static func invalid(_ message: String, next: String = repair) -> APIProblem {
    APIProblem(.unprocessableContent, "invalid_value", message, next: next)
  }

  private static let repair = "Change the value and send the request again."

  // MARK: - Problems of handlers

  /// Of whatever a handler can throw.
  init(_ error: any Error) {
    switch (error as? ErrorAfterChanges)?.error ?? error {
    case let problem as APIProblem: self = problem
    case let error as HTTPErrorReply: self = Self.of(status: error.reply.status)
    case let error as FieldAssignment.Failure:
      let problem = Problem(error, .vault)
      self = .invalid(problem.what.asSentence, next: problem.hints.asSentences)
    // Removed or moved since the request was looked up.
    case let error as StoreError where error.system?.isMissing == true: self = .noSuchNote
    case let conflict as NoteConflict: self = Self.of(conflict)
    case let error as EditError:
      self.init(
        .conflict, "front_matter", "The note's front matter cannot be changed: \(error).",
        next: "Mend it in an editor; tl doctor names the line.")
    default:
      self = Self.of(PageProblem(error))
      if let changed = (error as? ErrorAfterChanges)?.changed, status == .forbidden {
        next = "\(changed)."
      }
    }
  }

  private static func of(_ problem: PageProblem) -> APIProblem {
    var result = of(status: problem.status)
    result.message = problem.text
    if problem == .isReadOnly { result.code = "read_only" }
    if problem == .isAway {
      (result.code, result.next) = (
        "unavailable", "Send the request again when the disk is there, and delete no copies."
      )
    }
    if problem == .isStale {
      (result.code, result.next) = (
        "foreign_page",
        "A program sends a token and no Origin; a script of the page sends X-Requested-With: tl."
      )
    }
    return result
  }

  private static func of(status: HTTPResponse.Status) -> APIProblem {
    func problem(_ code: String, _ message: String, _ next: String) -> APIProblem {
      APIProblem(status, code, message, next: next)
    }
    switch status {
    case .badRequest:
      return problem("bad_request", "The request cannot be understood.", repair)
    case .unauthorized: return noToken
    case .forbidden: return problem("forbidden", "This is not allowed.", "Nothing was changed.")
    case .notFound:
      return problem(
        "no_such_address", "There is nothing at this address.", "docs/api.md has all addresses.")
    case .methodNotAllowed:
      return problem(
        "wrong_method", "This address does not take such a request.",
        "The header Allow has the methods that it takes.")
    case .contentTooLarge:
      return problem(
        "too_large", "The body is larger than this address takes.", "docs/api.md has the limits.")
    case .unsupportedMediaType: return mediaType
    case .unprocessableContent:
      return problem("invalid_value", "A value cannot be used.", repair)
    case .conflict:
      return problem(
        "conflict", "It was changed meanwhile.", "Ask for it again, and decide by what it is now.")
    case .misdirectedRequest:
      return problem(
        "wrong_host", "There is no timeline at this name.",
        "tl serve prints the address; at 127.0.0.1 requests need a token.")
    case .serviceUnavailable:
      return problem("busy", "The vault is in use.", "Send the request again in some seconds.")
    case .insufficientStorage:
      return problem("disk_full", "The disk is full.", "Make room and send the request again.")
    default:
      return problem("failed", "That failed.", "The terminal where tl serve runs has the reason.")
    }
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral entries: (String, JSONValue)...) { self = .object(entries) }
}

extension Reply {
  static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> Reply {
    Reply(status, "application/json", body: .bytes(Array(value.compact.utf8)))
  }

  /// An object with one list.
  static func json(_ name: String, _ values: some Sequence<JSONValue>) -> Reply {
    json([name: .array(Array(values))])
  }
}
