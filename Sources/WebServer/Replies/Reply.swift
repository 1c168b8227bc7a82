package import HTTPTypes
package import SystemCalls

/// The answer to a request.
package struct Reply: Sendable {
  package var status: HTTPResponse.Status
  package var headers = HTTPFields()
  package var body: ReplyBody
  /// Keeps the compressed form of `body` for whoever sends the same bytes again; nil where nobody does.
  package var compressedForm: LazyValue<[UInt8]?>?
  /// For the log; never note text, never a token.
  package var remark = ""
  /// How the path stands in the log: queries hold codes, unknown paths hold arbitrary text.
  package var logName = "(another path)"
  /// Whether the request has credentials that allow it to have a large body read after an early answer.
  package var isTrusted = false
  /// Called after the whole body has been sent to the connection.
  package var whenSent: (@Sendable () async -> Void)?

  /// A reply that no cache keeps.
  ///
  /// - Parameter contentType: nil for a reply without content.
  package init(_ status: HTTPResponse.Status, _ contentType: String?, body: ReplyBody) {
    self.status = status
    self.body = body
    headers[.contentType] = contentType
    headers[.cacheControl] = "no-store"
  }

  package static func html(_ status: HTTPResponse.Status, _ page: HTMLPage) -> Reply {
    var reply = Reply(status, "text/html; charset=utf-8", body: .bytes(Array(page.text.utf8)))
    for (name, value) in page.headers {
      if let name = HTTPField.Name(name) { reply.headers[name] = value }
    }
    return reply
  }

  /// A page that shows only the status.
  package static func plain(_ status: HTTPResponse.Status) -> Reply {
    html(status, HTMLPage(title: "\(status.code) \(status.reasonPhrase)", body: ""))
  }

  package static func redirect(
    _ status: HTTPResponse.Status = .found, to address: String
  ) -> Reply {
    var reply = plain(status)
    reply.headers[.location] = address
    return reply
  }
}
