internal import VaultFormat

/// Splits a body of `multipart/form-data` (RFC 7578, RFC 2046 5.1) that comes in pieces.
///
/// Keeps no more than a piece and the length of a boundary in memory.
struct MultipartScanner {
  enum Event: Hashable {
    /// A part begins.
    case begin(Part)
    case content([UInt8])
    case end
  }

  /// What a part says of itself.
  struct Part: Hashable {
    /// Of the field.
    var name: String
    /// Nil for a field that is no file.
    var fileName: String?
  }

  struct Malformed: Error {}

  private enum State {
    /// Before the first boundary, or behind one.
    case boundary
    case headers
    case content
    case done
  }

  /// In bytes, of the headers of one part.
  private static let headerLimit = 8192

  private let delimiter: [UInt8]
  // A line break before the first boundary would be part of it.
  private var buffer: [UInt8] = [0x0D, 0x0A]
  private var state = State.boundary

  /// - Parameter contentType: the header of the request; nil unless it has a boundary of 1 to 70 characters.
  init?(contentType: String) {
    guard contentType.lowercased().hasPrefix("multipart/form-data"),
      let boundary = headerParameters(contentType)["boundary"], 1...70 ~= boundary.utf8.count
    else { return nil }
    delimiter = Array("\r\n--\(boundary)".utf8)
  }

  /// The last boundary has been seen.
  var isComplete: Bool { if case .done = state { true } else { false } }

  /// - Throws: `Malformed`.
  mutating func feed(_ bytes: [UInt8]) throws -> [Event] {
    buffer += bytes
    var events: [Event] = []
    while let event = try next() { events += event }
    return events
  }

  /// The events up to the next change of state; nil if more bytes are needed.
  private mutating func next() throws -> [Event]? {
    switch state {
    case .done:
      buffer = []
      return nil
    case .boundary:
      guard let found = buffer.offset(of: delimiter) else {
        buffer.removeFirst(max(0, buffer.count - delimiter.count))
        return nil
      }
      guard buffer.count >= found + delimiter.count + 2 else { return nil }
      buffer.removeFirst(found + delimiter.count)
      try passBoundary()
      return []
    case .headers:
      let end = Array("\r\n\r\n".utf8)
      guard let found = buffer.offset(of: end) else {
        guard buffer.count <= Self.headerLimit else { throw Malformed() }
        return nil
      }
      guard let part = Part(headers: String(decoding: buffer[..<found], as: UTF8.self)) else {
        throw Malformed()
      }
      // The line break stays: the boundary may follow at once.
      buffer.removeFirst(found + 2)
      buffer.removeFirst(2)
      if buffer.starts(with: delimiter.dropFirst(2)) { buffer = [0x0D, 0x0A] + buffer }
      state = .content
      return [.begin(part)]
    case .content:
      guard let found = buffer.offset(of: delimiter) else {
        let sent = buffer.count - delimiter.count
        guard sent > 0 else { return nil }
        let content = Array(buffer[..<sent])
        buffer.removeFirst(sent)
        return [.content(content)]
      }
      guard buffer.count >= found + delimiter.count + 2 else { return nil }
      let content = Array(buffer[..<found])
      buffer.removeFirst(found + delimiter.count)
      try passBoundary()
      return (content.isEmpty ? [] : [.content(content)]) + [.end]
    }
  }

  /// Behind a boundary: the end of the body, or the end of the line.
  private mutating func passBoundary() throws {
    if buffer.starts(with: "--".utf8) {
      state = .done
    } else if buffer.starts(with: "\r\n".utf8) {
      buffer.removeFirst(2)
      state = .headers
    } else {
      throw Malformed()
    }
  }
}

extension MultipartScanner.Part {
  /// Nil without the name of a field.
  fileprivate init?(headers: String) {
    let line = headers.split(whereSeparator: \.isNewline).first {
      $0.lowercased().hasPrefix("content-disposition:")
    }
    guard let line else { return nil }
    let parameters = headerParameters(String(line))
    guard let name = parameters["name"] else { return nil }
    self.name = name
    fileName = parameters["filename"]
  }
}

/// The parameters of a header field (RFC 9110, 5.6.6): `; name=value`, the value perhaps in quotes.
private func headerParameters(_ text: String) -> [String: String] {
  var values: [String: String] = [:]
  var rest = Substring(text)
  while let semicolon = rest.firstIndex(of: ";") {
    rest = rest[rest.index(after: semicolon)...].drop { $0 == " " }
    guard let equals = rest.firstIndex(of: "=") else { return values }
    let name = rest[..<equals].lowercased()
    rest = rest[rest.index(after: equals)...]
    var value = ""
    if rest.first == "\"" {
      rest = rest.dropFirst()
      while let character = rest.popFirst(), character != "\"" { value.append(character) }
    } else {
      value = String(rest.prefix { $0 != ";" && $0 != " " })
      rest = rest.dropFirst(value.count)
    }
    // Browsers write quotes and line breaks in names in this way (HTML, 4.10.21.8).
    value = value.replacing("%22", with: "\"")
    if values[name] == nil { values[name] = value }
  }
  return values
}
