internal import HTTPTypes
internal import WebServer

extension WebRequest {
  /// The value of a header that HTTPTypes has no name for.
  func field(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }

  /// Sent by a script of the page: no page of another site can send this header without being asked for it first.
  var isByScript: Bool { field("X-Requested-With") == "tl" }

  /// The script wants values, not a page.
  var wantsJSON: Bool { isByScript && headers[.accept] == "application/json" }
}

extension Reply {
  mutating func set(_ name: String, _ value: String) {
    if let name = HTTPField.Name(name) { headers[name] = value }
  }
}

extension Reply {
  /// A page that says how long ago things were: asked for anew each time.
  var unstored: Reply {
    var reply = self
    reply.headers[.cacheControl] = "private, no-cache"
    return reply
  }
}
