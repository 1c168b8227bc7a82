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
