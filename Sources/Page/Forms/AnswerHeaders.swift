internal import HTTPTypes
internal import VaultFormat
internal import WebServer

/// All headers that answers of the page have beside those of any server (`Reply`).
///
/// An answer without `checked` or one of the others that say so is kept by no cache (`Reply`).
struct AnswerHeader: Sendable {
  private let name: String
  private let value: String

  private init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }

  // MARK: - How long it is kept (RFC 9111, 5.2)

  static let unstored = AnswerHeader("Cache-Control", "no-store")
  /// By the browser, which asks each time whether it is still the same.
  static let checked = AnswerHeader("Cache-Control", "private, no-cache")
  static let checkedByAll = AnswerHeader("Cache-Control", "no-cache")
  /// The address never has other content.
  static let immutable = AnswerHeader("Cache-Control", "private, max-age=31536000, immutable")
  static let immutableForAll = AnswerHeader("Cache-Control", "public, max-age=31536000, immutable")
  static func varying(by name: String) -> Self { Self("Vary", name) }
  static func tag(_ tag: String) -> Self { Self("ETag", tag) }
  /// Names what a service worker keeps by the account that saw it; without a name it keeps nothing.
  static func account(_ account: String) -> Self { Self("Tl-Account", account) }
  /// Has the browser forget what it keeps (W3C Clear Site Data); "storage" would take text that was not sent.
  static let forgotten = AnswerHeader("Clear-Site-Data", "\"cache\"")

  // MARK: - What a browser may do with it

  private static func policy(_ policy: String) -> Self { Self("Content-Security-Policy", policy) }

  static let page = policy(
    "default-src 'self'; img-src 'self' blob:; media-src 'self' blob:; object-src 'none'; base-uri 'none'; "
      + "form-action 'self'; frame-ancestors 'none'")
  /// A file that somebody has written: opened by itself it runs and loads nothing.
  static let file = policy("default-src 'none'; sandbox")
  /// The pages of a book, in a frame of the page: pictures and a style sheet, and nothing that runs or leads anywhere.
  static let framed = policy(
    "default-src 'none'; img-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; "
      + "frame-ancestors 'self'; sandbox allow-same-origin")
  /// A browser shows a film or a sound of its own in a page that loads it.
  static let medium = policy("default-src 'none'; img-src 'self'; media-src 'self'; sandbox")
  fileprivate static let ofAll = [
    AnswerHeader("X-Content-Type-Options", "nosniff"),
    // With no-referrer, browsers send forms with the origin "null" (Fetch, 3.2).
    AnswerHeader("Referrer-Policy", "same-origin"),
    AnswerHeader("Cross-Origin-Resource-Policy", "same-origin"),
  ]
  static let unnamedAttachment = AnswerHeader("Content-Disposition", "attachment")
  static func attachment(_ name: some Sequence<UInt8>) -> Self {
    Self("Content-Disposition", "attachment; filename*=UTF-8''\(PercentEncoding.encoded(name))")
  }
  /// Of a service worker.
  static func scope(_ path: String) -> Self { Self("Service-Worker-Allowed", path) }

  // MARK: - The rest

  static func cookie(_ cookie: String) -> Self { Self("Set-Cookie", cookie) }
  static func location(_ address: String) -> Self { Self("Location", address) }
  static func allowing(_ methods: [String]) -> Self {
    Self("Allow", methods.joined(separator: ", "))
  }
  static let bearer = AnswerHeader("WWW-Authenticate", "Bearer")
  /// - Parameter seconds: from now on.
  static func retry(after seconds: Int64) -> Self { Self("Retry-After", "\(seconds)") }
  static let ranges = AnswerHeader("Accept-Ranges", "bytes")
  /// - Parameter part: as `0-99`, or `*` for one that is not there.
  static func range(_ part: String, of size: Int64) -> Self {
    Self("Content-Range", "bytes \(part)/\(size)")
  }
  /// nginx would keep events back.
  static let unbuffered = AnswerHeader("X-Accel-Buffering", "no")

  fileprivate func set(in headers: inout HTTPFields) {
    if let name = HTTPField.Name(name) { headers[name] = value }
  }
}

extension Reply {
  func with(_ headers: AnswerHeader...) -> Reply { with(headers) }

  func with(_ headers: [AnswerHeader]) -> Reply {
    var reply = self
    for header in headers { header.set(in: &reply.headers) }
    return reply
  }

  /// What every answer has, which is a page's unless it says otherwise.
  var secured: Reply {
    with((headers[.contentSecurityPolicy] == nil ? [.page] : []) + AnswerHeader.ofAll)
  }
}

extension WebRequest {
  /// The path and the query that were sent.
  var target: String { path + (queryText.isEmpty ? "" : "?\(queryText)") }

  /// The value of a header that HTTPTypes has no name for.
  func field(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }

  /// Sent by a script of the page: no page of another site can send this header without being asked for it first.
  var isByScript: Bool { field("X-Requested-With") == "tl" }

  /// The script wants values, not a page.
  var wantsJSON: Bool { isByScript && headers[.accept] == "application/json" }

  /// The answer with a tag; 304, and nothing is made, if the client has that version (RFC 9110, 13.1.2).
  ///
  /// - Parameter others: what both have beside the tag.
  func answer(
    _ tag: String, _ others: AnswerHeader..., make: () async throws -> Reply
  ) async rethrows -> Reply {
    let known = headers[.ifNoneMatch]?.split(separator: ",") ?? []
    let isKnown = known.contains { $0.contains(tag) }
    let reply = isKnown ? Reply(.notModified, nil, body: .bytes([])) : try await make()
    return reply.with([.tag(tag)] + others)
  }
}
