/// A value resolved by the YAML 1.2 core schema.
package indirect enum YAMLValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// Decimal digits of any length with an optional minus, without leading zeros.
  case int(String)
  case float(Double)
  case string(String)
  case sequence([YAMLValue])
  case mapping([Entry])

  package struct Entry: Hashable, Sendable {
    package var key: YAMLValue
    package var value: YAMLValue
  }

  /// Compares strings byte for byte: with `String ==`, é and e + U+0301 are equal.
  package static func == (a: YAMLValue, b: YAMLValue) -> Bool {
    switch (a, b) {
    case (.null, .null): return true
    case (.bool(let x), .bool(let y)): return x == y
    case (.int(let x), .int(let y)): return x == y
    case (.float(let x), .float(let y)): return x == y || (x.isNaN && y.isNaN)
    case (.string(let x), .string(let y)): return x.utf8.elementsEqual(y.utf8)
    case (.sequence(let x), .sequence(let y)): return x == y
    case (.mapping(let x), .mapping(let y)): return x == y
    default: return false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let x): hasher.combine(x)
    case .int(let x): hasher.combine(x)
    case .float(let x): hasher.combine(x.isNaN ? 0 : x)
    case .string(let x): for byte in x.utf8 { hasher.combine(byte) }
    case .sequence(let x): hasher.combine(x.count)
    case .mapping(let x): hasher.combine(x.count)
    }
  }
}
