/// A JSON value that is small enough to be kept.
enum JSONElement {
  case null
  case bool(Bool)
  /// The number as the text spells it.
  case number(String)
  case string(String)
  case array([JSONElement])
  /// For a repeated name the last value counts.
  case object([String: JSONElement])
  /// A string of base64 that went to a file.
  case data(ReceivedData)
}

extension JSONElement {
  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  subscript(name: String) -> JSONElement? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// Its type, for messages.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string, .data: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// Builds one JSON value from the events of a tokenizer.
///
/// Keeps only members with wanted names, and counts what it keeps, so that memory stays within a small
/// multiple of the text.
struct JSONElementBuilder {
  /// Where strings of base64 go.
  typealias OpenSink = (_ siblings: [String: JSONElement]) throws -> DataSink

  private let wanted: Set<String>
  private let dataName: String?
  private let openSink: OpenSink
  private var levels: [Level] = []
  private var name = ""
  private var text: [UInt8] = []
  private var sink: DataSink?
  private var isInString = false
  /// The nesting depth within a skipped value.
  private var skipped = 0
  private var skipsValue = false
  private var count = 0

  /// The maximum number of values in one element.
  private static let countLimit = 1 << 20
  /// The maximum size of one text, in bytes; larger than any request.
  private static let textLimit = 64 << 20

  /// An open object or array.
  private struct Level {
    var isObject: Bool
    var members: [String: JSONElement] = [:]
    var items: [JSONElement] = []
    /// The name of this value in its parent.
    var name: String
  }

  /// - Parameters:
  ///   - wanted: names of members that are kept, at every level.
  ///   - dataName: of members whose strings are base64.
  init(wanted: Set<String>, dataName: String? = nil, openSink: @escaping OpenSink) {
    self.wanted = wanted
    self.dataName = dataName
    self.openSink = openSink
  }

  private var isSkipping: Bool { skipped > 0 || skipsValue }

  mutating func key(_ name: [UInt8]) {
    guard skipped == 0 else { return }
    self.name = String(decoding: name, as: UTF8.self)
    skipsValue = !wanted.contains(self.name)
  }

  mutating func beginObject() {
    if isSkipping { skipped += 1 } else { levels.append(Level(isObject: true, name: name)) }
  }

  mutating func beginArray() {
    if isSkipping { skipped += 1 } else { levels.append(Level(isObject: false, name: name)) }
  }

  /// - Returns: the value, if it is complete.
  mutating func end() throws -> JSONElement? {
    if skipped > 0 {
      skipped -= 1
      if skipped == 0 { skipsValue = false }
      return nil
    }
    guard let level = levels.popLast() else { return nil }
    name = level.name
    return try add(level.isObject ? .object(level.members) : .array(level.items))
  }

  mutating func string(
    _ piece: UnsafeBufferPointer<UInt8>, isLast: Bool
  ) throws -> JSONElement? {
    guard !isSkipping else {
      if isLast, skipped == 0 { skipsValue = false }
      return nil
    }
    if !isInString { try beginString() }
    if sink != nil {
      try sink?.take(piece)
    } else if text.count + piece.count <= Self.textLimit {
      text += piece
    } else {
      throw JSONSyntaxError(message: "a text is too long", offset: 0)
    }
    guard isLast else { return nil }
    isInString = false
    if let data = try sink?.finish() {
      sink = nil
      return try add(.data(data))
    }
    return try add(.string(String(decoding: text, as: UTF8.self)))
  }

  mutating func number(_ text: [UInt8]) throws -> JSONElement? {
    try simple(.number(String(decoding: text, as: UTF8.self)))
  }

  mutating func literal(_ value: Bool?) throws -> JSONElement? {
    try simple(value.map { .bool($0) } ?? .null)
  }

  private mutating func simple(_ value: JSONElement) throws -> JSONElement? {
    guard !isSkipping else {
      if skipped == 0 { skipsValue = false }
      return nil
    }
    return try add(value)
  }

  private mutating func beginString() throws {
    isInString = true
    text.removeAll(keepingCapacity: text.capacity < 1 << 16)
    if let level = levels.last, level.isObject, name == dataName {
      sink = try openSink(level.members)
    }
  }

  private mutating func add(_ value: JSONElement) throws -> JSONElement? {
    count += 1
    guard count < Self.countLimit else {
      throw JSONSyntaxError(message: "an element has too many values", offset: 0)
    }
    guard let last = levels.indices.last else { return value }
    if levels[last].isObject {
      levels[last].members[name] = value
    } else {
      levels[last].items.append(value)
    }
    return nil
  }
}

/// A syntax error in JSON.
package struct JSONSyntaxError: Error, Hashable {
  package var message: String
  /// The position in the text, in bytes.
  package var offset: Int
}
