import Foundation

/// A JSON text as values, which tells numbers from truth values.
enum JSON: Decodable, Hashable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  init(_ text: String) throws {
    self = try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
  }

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .string(text)
    } else if let items = try? value.decode([JSON].self) {
      self = .array(items)
    } else {
      self = .object(try value.decode([String: JSON].self))
    }
  }

  /// The value of a key; nil if this is no object or has no such key.
  subscript(_ key: String) -> JSON? { fields[key] }

  /// Empty if this is no object.
  var fields: [String: JSON] {
    if case .object(let fields) = self { fields } else { [:] }
  }

  /// Empty if this is no array.
  var items: [JSON] {
    if case .array(let items) = self { items } else { [] }
  }

  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// Whether JSON Schema calls this a value of a type.
  func isOf(type: String) -> Bool {
    switch self {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .number(let number):
      type == "number" || type == "integer" && number.rounded() == number
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    }
  }
}
