/// Resolves scalars by the core schema of YAML 1.2.2, section 10.3.2.
///
/// tl never uses a 1.1 resolver: `yes`, `12:30:45` and `2026-11-20` are strings, `014` is 14.
enum CoreSchema {
  static let stringTag = "tag:yaml.org,2002:str"

  /// Without a tag, resolves a plain scalar by its text; any other scalar is a string.
  ///
  /// A core schema tag that does not fit the text, and every other tag, gives a string.
  static func resolve(_ text: String, isPlain: Bool, tag: String?) -> YAMLValue {
    guard let tag else { return isPlain ? resolvePlain(text) : .string(text) }
    switch tag {
    case "tag:yaml.org,2002:null": return .null
    case "tag:yaml.org,2002:bool":
      if case .bool(let value) = resolvePlain(text) { return .bool(value) }
    case "tag:yaml.org,2002:int":
      if case .int(let digits) = resolvePlain(text) { return .int(digits) }
    case "tag:yaml.org,2002:float":
      switch resolvePlain(text) {
      case .float(let value): return .float(value)
      case .int(let digits): return Double(digits).map(YAMLValue.float) ?? .string(text)
      default: break
      }
    default: break
    }
    return .string(text)
  }

  /// The value of a numeric text, quoted or not; nil for `.nan` and for any other text.
  static func number(_ text: String) -> Double? {
    switch resolvePlain(text) {
    case .int(let digits): return Double(digits)
    case .float(let value): return value.isNaN ? nil : value
    default: return nil
    }
  }

  private static func resolvePlain(_ text: String) -> YAMLValue {
    if let word = word(text) { return word }
    guard let first = text.utf8.first, first.isASCIIDigit || "+-.".utf8.contains(first) else {
      return .string(text)
    }
    if let digits = integer(text) { return .int(digits) }
    if isFloat(text.utf8), let value = Double(text) { return .float(value) }
    return .string(text)
  }

  private static func word(_ text: String) -> YAMLValue? {
    // Skips long texts: comparing one that is not ASCII normalises all of it.
    guard text.utf8.count <= 5 else { return nil }
    return switch text {
    case "", "~", "null", "Null", "NULL": .null
    case "true", "True", "TRUE": .bool(true)
    case "false", "False", "FALSE": .bool(false)
    case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": .float(.infinity)
    case "-.inf", "-.Inf", "-.INF": .float(-.infinity)
    case ".nan", ".NaN", ".NAN": .float(.nan)
    default: nil
    }
  }

  /// The decimal digits of `[-+]?[0-9]+`, `0o[0-7]+` or `0x[0-9a-fA-F]+`; nil for anything else, and for an octal or
  /// hexadecimal number over 64 bits.
  private static func integer(_ text: String) -> String? {
    for (prefix, radix) in [("0o", 8), ("0x", 16)] where text.hasPrefix(prefix) {
      let digits = text.utf8.dropFirst(2)
      guard let first = digits.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-") else {
        return nil
      }
      return UInt64(text.dropFirst(2), radix: radix).map(String.init)
    }
    var digits = text.utf8[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
    guard !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit) else { return nil }
    let significant = digits.drop { $0 == UInt8(ascii: "0") }
    guard !significant.isEmpty else { return "0" }
    return (isNegative ? "-" : "") + String(decoding: significant, as: UTF8.self)
  }

  /// Whether the text matches `[-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`.
  private static func isFloat(_ text: String.UTF8View) -> Bool {
    var rest = text[...]
    func skipDigits() -> Int {
      let end = rest.firstIndex { !$0.isASCIIDigit } ?? rest.endIndex
      defer { rest = rest[end...] }
      return rest.distance(from: rest.startIndex, to: end)
    }
    func skip(_ options: String) -> Bool {
      guard let first = rest.first, options.utf8.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    _ = skip("+-")
    let whole = skipDigits()
    let fraction = skip(".") ? skipDigits() : 0
    guard whole + fraction > 0 else { return false }
    if skip("eE") {
      _ = skip("+-")
      guard skipDigits() > 0 else { return false }
    }
    return rest.isEmpty
  }
}
