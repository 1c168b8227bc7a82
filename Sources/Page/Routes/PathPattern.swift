/// The path of a route, such as `/n/{id}/edit`: fixed segments, and names in braces that match one segment.
///
/// A last segment `{…path}` matches one or more segments.
struct PathPattern: Hashable, Sendable, CustomStringConvertible {
  private enum Segment: Hashable {
    case fixed(String)
    case parameter
    case rest
  }

  let description: String
  private let segments: [Segment]

  init(_ text: String) {
    description = text
    segments = text.split(separator: "/").map { segment in
      if segment.hasPrefix("{…") { return .rest }
      return segment.hasPrefix("{") ? .parameter : .fixed(String(segment))
    }
  }

  /// - Parameter path: as sent, from its first slash on.
  /// - Returns: the decoded segments for the names in braces; nil if the path is another one.
  func match(_ path: String) -> [String]? {
    guard path.utf8.first == UInt8(ascii: "/") else { return nil }
    let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    var values: [String] = []
    var next = parts.startIndex
    for segment in segments {
      guard next < parts.endIndex, !parts[next].isEmpty else { return nil }
      switch segment {
      case .fixed(let text):
        guard parts[next] == text else { return nil }
      case .parameter:
        guard let value = PercentEncoding.decoded(parts[next]) else { return nil }
        values.append(value)
      case .rest:
        let rest = parts[next...]
        let decoded = rest.compactMap { PercentEncoding.decoded($0) }
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
