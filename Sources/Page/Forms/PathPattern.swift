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
          let value = PercentEncoding.decoded(parts[next].dropLast(ending.count))
        else { return nil }
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
