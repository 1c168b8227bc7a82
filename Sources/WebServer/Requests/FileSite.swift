internal import Foundation
internal import HTTPTypes
package import SystemCalls

/// Files that were made before, for this machine alone: for looking at them as a browser will.
///
/// Requests by any other name of this machine are refused, so that no page of the web comes to read them.
package struct FileSite: Site {
  /// What a path leads to.
  package enum Answer: Hashable, Sendable {
    case file(name: String)
    /// What was there once (410); and the file that says so, if there is one.
    case gone(page: String?)
    case missing(page: String?)
  }

  private let answer: @Sendable (_ path: String) -> Answer
  private let open: @Sendable (_ name: String) -> FileDescriptor?

  /// - Parameters:
  ///   - answer: to a path without percent-encoding, which begins with a slash.
  ///   - open: opens a file that an answer names.
  package init(
    answer: @escaping @Sendable (_ path: String) -> Answer,
    open: @escaping @Sendable (_ name: String) -> FileDescriptor?
  ) {
    (self.answer, self.open) = (answer, open)
  }

  package func reply(to request: WebRequest) async -> Reply {
    var reply = reply(request)
    reply.headers[.xContentTypeOptions] = "nosniff"
    return reply
  }

  private func reply(_ request: WebRequest) -> Reply {
    let host = request.host?.prefix { $0 != ":" } ?? ""
    guard host == "127.0.0.1" || host == "localhost" else { return .plain(.forbidden) }
    guard request.method == "GET" else { return .plain(.methodNotAllowed) }
    guard let path = request.path.removingPercentEncoding else { return .plain(.badRequest) }
    switch answer(path) {
    case .file(let name): return file(name, .ok) ?? .plain(.notFound)
    case .gone(let page): return page.flatMap { file($0, .gone) } ?? .plain(.gone)
    case .missing(let page): return page.flatMap { file($0, .notFound) } ?? .plain(.notFound)
    }
  }

  private func file(_ name: String, _ status: HTTPResponse.Status) -> Reply? {
    guard let file = open(name), let facts = try? file.status(), facts.kind == .file else {
      return nil
    }
    let suffix = name.split(separator: ".").last.map(String.init) ?? ""
    var reply = Reply(
      status, Self.types[suffix] ?? "application/octet-stream", body: .file(file, 0..<facts.size))
    reply.logName = name
    return reply
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "json": "application/json",
    "xml": "application/xml; charset=utf-8", "txt": "text/plain; charset=utf-8",
    "jpg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp",
    "avif": "image/avif", "heic": "image/heic", "mp4": "video/mp4", "m4v": "video/mp4",
    "mov": "video/quicktime", "webm": "video/webm", "m4a": "audio/mp4", "mp3": "audio/mpeg",
    "wav": "audio/wav",
  ]
}
