internal import VaultFormat
internal import WebServer

/// One address of the page and what answers it.
struct Route: Sendable {
  enum Method: String, CaseIterable, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"

    /// A request that may change something.
    var isWrite: Bool { self != .get }
  }

  enum Access: Sendable {
    /// For everybody: assets, the way in.
    case open
    case session
    /// A form, which carries a token of the session.
    case form
    /// The API: a session, whose scripts send with a change a header that no other page can, or a program's token.
    case api
    /// A program's token, and no session.
    case token
  }

  typealias Handler = @Sendable (PageRequest) async throws -> Reply

  let method: Method
  let pattern: PathPattern
  let access: Access
  let summary: String
  let handler: Handler

  /// Whether a program's token can be enough.
  var takesTokens: Bool { [.api, .token].contains(access) }

  /// Whether a program's token has to be one that may write.
  var needsWritingToken: Bool { method.isWrite || pattern.description == PagePath.operations }

  init(
    _ method: Method, _ pattern: String, _ access: Access, _ summary: String,
    _ handler: @escaping Handler
  ) {
    self.method = method
    self.pattern = PathPattern(pattern)
    (self.access, self.summary, self.handler) = (access, summary, handler)
  }

  /// What a session is shown.
  static func page(_ pattern: String, _ summary: String, _ handler: @escaping Handler) -> Route {
    Route(.get, pattern, .session, summary, handler)
  }

  static func form(_ pattern: String, _ summary: String, _ handler: @escaping Handler) -> Route {
    Route(.post, pattern, .form, summary, handler)
  }

  /// - Parameter pattern: behind `/api/v1`.
  static func api(
    _ method: Method, _ pattern: String, _ summary: String, _ handler: @escaping Handler
  ) -> Route {
    Route(method, "/api/v1" + pattern, .api, summary, handler)
  }
}

/// The path of a route, such as `/n/{id}/edit`: fixed segments, and names in braces that match one segment.
///
/// `{token}.atom` matches a segment with that ending. A last segment `{…path}` matches one or more segments.
struct PathPattern: Hashable, Sendable, CustomStringConvertible {
  private enum Segment: Hashable {
    case fixed(String)
    /// With what follows the name in braces.
    case parameter(ending: String)
    case rest
  }

  let description: String
  private let segments: [Segment]

  init(_ text: String) {
    description = text
    segments = text.split(separator: "/").map { segment in
      if segment.hasPrefix("{…") { return .rest }
      guard segment.hasPrefix("{"), let end = segment.firstIndex(of: "}") else {
        return .fixed(String(segment))
      }
      return .parameter(ending: String(segment[segment.index(after: end)...]))
    }
  }

  /// - Parameter path: as sent, from its first slash on.
  /// - Returns: the decoded segments for the names in braces; nil if the path is another one.
  func match(_ path: String) -> [String]? { Self.parts(of: path).flatMap(match) }

  /// The segments of a path, to be matched with many patterns; nil for a path without its first slash.
  static func parts(of path: String) -> [Substring]? {
    guard path.utf8.first == UInt8(ascii: "/") else { return nil }
    return path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
  }

  /// - Parameter parts: from `parts(of:)`.
  func match(_ parts: [Substring]) -> [String]? {
    var values: [String] = []
    var next = parts.startIndex
    for segment in segments {
      guard next < parts.endIndex, !parts[next].isEmpty else { return nil }
      switch segment {
      case .fixed(let text):
        guard parts[next] == text else { return nil }
      case .parameter(let ending):
        guard parts[next].hasSuffix(ending), parts[next].utf8.count > ending.utf8.count,
          let value = PercentEncoding.text(parts[next].dropLast(ending.count))
        else { return nil }
        values.append(value)
      case .rest:
        let rest = parts[next...]
        let decoded = rest.compactMap { PercentEncoding.text($0) }
        guard decoded.count == rest.count, !decoded.contains(where: { $0.contains("/") }) else {
          return nil
        }
        values.append(decoded.joined(separator: "/"))
        return values
      }
      next += 1
    }
    let isWhole = next == parts.endIndex || segments.isEmpty && parts == [""]
    return isWhole ? values : nil
  }
}

extension PercentEncoding {
  /// The text of a segment; nil for an incomplete `%XX`, a NUL, and bytes that are not UTF-8.
  static func text(_ segment: Substring) -> String? {
    decoded(segment.utf8).flatMap { $0.contains(0) ? nil : String(validating: $0, as: UTF8.self) }
  }
}
