internal import HTTPTypes
internal import Notesync
internal import SystemCalls
internal import VaultStore
internal import WebServer

/// The two endpoints of the notes themselves.
struct NoteRoutes {
  let core: ServerCore

  /// `POST /api/notesync`.
  func receive(_ incoming: WebRequest) async throws -> Reply {
    let caller = try await core.authorize(incoming)
    let account = caller.account
    let limit = core.settings.web.bodyLimit
    if let length = incoming.contentLength, length > limit { throw HTTPErrorReply.tooLarge }
    // The original server reads a form as an empty body.
    if incoming.mediaType == "application/x-www-form-urlencoded"
      || incoming.mediaType == "multipart/form-data"
    {
      throw HTTPErrorReply.invalidRequest([], "is a form, not JSON")
    }
    do {
      let server = try core.servers.server(of: account)
      let spool = try server.makeSpool()
      defer { spool.remove() }
      while let chunk = try await incoming.body.next() {
        guard spool.size + Int64(chunk.count) <= limit else {
          throw HTTPErrorReply.tooLarge
        }
        try spool.append(chunk)
      }
      let receipt = try await server.receive(spool, from: caller.session)
      var reply = Reply(.ok, "application/json", body: ReplyBody(receipt.body))
      reply.remark =
        "\(account.name), \(receipt.applied) applied, \(receipt.skipped) skipped, "
        + "\(receipt.refused) refused, \(receipt.media) media, \(spool.size) bytes"
      return reply
    } catch let error as JSONSyntaxError {
      throw HTTPErrorReply.invalidRequest(["\(error.offset)"], error.message)
    } catch let problem as OperationProblem {
      throw HTTPErrorReply.invalidRequest(problem.location, problem.message)
    } catch  where ErrorClassification.isTransient(error) {
      return .unavailable("\(account.name), \(ErrorClassification.reason(error))")
    }
  }

  /// `GET /api/notes`.
  func list(_ incoming: WebRequest) async throws -> Reply {
    let account = try await core.authorize(incoming).account
    guard let limit = Self.limit(incoming.query["limit"]) else {
      return .json(.badRequest, ["error": "invalid_limit"])
    }
    do {
      let server = try core.servers.server(of: account)
      let withData = incoming.query["data"] != "no"
      let listing = try await server.list(limit: limit, withData: withData)
      var reply = Reply(.ok, "application/json", body: ReplyBody(listing.body))
      // Tells the client that this server knows the parameter, even without media.
      if !withData, let name = HTTPField.Name("Notesync-Data") { reply.headers[name] = "no" }
      reply.whenSent = { await server.setSent(listing) }
      reply.remark = "\(account.name), \(listing.body.length) bytes"
      return reply
    } catch  where ErrorClassification.isTransient(error) {
      return .unavailable("\(account.name), \(ErrorClassification.reason(error))")
    }
  }

  /// 10 if absent; nil if it is not a number of at least 1.
  ///
  /// Lenient, as the original server is: surrounding blanks, a plus, single underscores between digits, digits of any
  /// script.
  static func limit(_ text: String?) -> Int? {
    guard let text else { return 10 }
    var scalars = Substring(text).unicodeScalars
    while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
    while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
    if scalars.first == "+" { scalars.removeFirst() }
    var value = 0
    var isAfterDigit = false
    for scalar in scalars {
      if scalar == "_", isAfterDigit {
        isAfterDigit = false
        continue
      }
      guard scalar.properties.generalCategory == .decimalNumber,
        let digit = scalar.properties.numericValue
      else { return nil }
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      // Too large for `Int`: no vault has that many notes.
      value = overflow ? .max / 16 : min(product, .max / 16) + Int(digit)
      isAfterDigit = true
    }
    return isAfterDigit && value > 0 ? value : nil
  }
}

extension Reply {
  /// A JSON reply, written by `write`.
  static func json(
    _ status: HTTPResponse.Status = .ok, _ write: (inout JSONWriter) -> Void
  ) -> Reply {
    var writer = JSONWriter(hidesTokenExpired: status != .unauthorized)
    write(&writer)
    return Reply(status, "application/json", body: .bytes(writer.bytes))
  }

  /// A JSON object of strings, in this order.
  static func json(
    _ status: HTTPResponse.Status = .ok, _ members: KeyValuePairs<String, String>
  ) -> Reply {
    json(status) { writer in
      writer.beginObject()
      writer.members(members)
      writer.endObject()
    }
  }

  /// The reply to a valid request that should be sent again later.
  ///
  /// - Parameter reason: for the log.
  static func unavailable(_ reason: String) -> Reply {
    var reply = json(.serviceUnavailable, ["error": "unavailable"])
    reply.headers[.retryAfter] = "5"
    reply.remark = reason
    return reply
  }
}

extension ReplyBody {
  init(_ body: WireBody) {
    self = .pieces(length: body.length) {
      var pieces = body.pieces()
      return { try pieces.next() }
    }
  }
}

extension HTTPErrorReply {
  static let invalidToken = HTTPErrorReply(
    reply: .json(.unauthorized, ["error": "invalid_token", "msg": "Invalid token"]))

  /// The reply to a body that is not a valid request.
  static func invalidRequest(_ location: [String], _ message: String) -> HTTPErrorReply {
    HTTPErrorReply(
      reply: .json(.badRequest) { writer in
        writer.beginObject()
        writer.members(["error": "invalid_request"])
        writer.details(RequestProblem(location, message))
        writer.endObject()
      })
  }
}
