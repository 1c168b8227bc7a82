/// Parses JSON (RFC 8259) that arrives in pieces of any size, without storing it.
///
/// Strict: no comments, no trailing commas, no mark at the start; strings have to be UTF-8. An escape for half of a
/// surrogate pair becomes U+FFFD: an app that has truncated a text within a character sends one, and would send it for
/// ever. At most 64 levels.
struct JSONTokenizer<Listener: JSONListener> {
  var listener: Listener

  private enum State {
    /// A value, or the end of an array where `mayEnd`.
    case value(mayEnd: Bool)
    /// A key, or the end of an object where `mayEnd`.
    case key(mayEnd: Bool)
    case colon
    /// A comma, or the end of the object or array.
    case separator
    case string, escape, unicode
    case number, word
    case end
  }

  private static var depthLimit: Int { 64 }
  /// The maximum length of keys and numbers, in bytes.
  private static var tokenLimit: Int { 4_096 }

  private var state = State.value(mayEnd: false)
  /// True for objects.
  private var levels: [Bool] = []
  private var isKey = false
  /// The bytes so far of a key, number, word or escape.
  private var token: [UInt8] = []
  private var hexDigits = 0
  private var hexValue: UInt32 = 0
  private var highSurrogate: UInt32?
  private var utf8 = UTF8Check()
  private var offset = 0

  init(_ listener: Listener) {
    self.listener = listener
  }

  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    var next = 0
    while next < bytes.count {
      if case .string = state {
        next += try readString(UnsafeBufferPointer(rebasing: bytes[next...]))
      } else if try take(bytes[next]) {
        next += 1
        offset += 1
      }
    }
  }

  /// - Throws: if the text is incomplete.
  mutating func finish() throws -> Listener {
    if case .number = state, levels.isEmpty { try endNumber() }
    guard case .end = state else { throw error("the text ends too early") }
    return listener
  }

  private func error(_ message: String) -> JSONSyntaxError {
    JSONSyntaxError(message: message, offset: offset)
  }

  // MARK: - Structure

  /// - Returns: false if the byte has to be processed again.
  private mutating func take(_ byte: UInt8) throws -> Bool {
    switch state {
    case .escape: try takeEscape(byte)
    case .unicode: try takeHexDigit(byte)
    case .number:
      guard Self.isInNumber(byte) else {
        try endNumber()
        return false
      }
      try extend(byte)
    case .word:
      guard UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte else {
        try endWord()
        return false
      }
      try extend(byte)
      let isWhole = token.count > 4 || ["true", "null"].contains { token.elementsEqual($0.utf8) }
      if isWhole { try endWord() }
    default:
      if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { return true }
      try takeStructure(byte)
    }
    return true
  }

  private mutating func takeStructure(_ byte: UInt8) throws {
    switch (state, byte) {
    case (.value(mayEnd: true), UInt8(ascii: "]")): try endArray()
    case (.value, _): try beginValue(byte)
    case (.key(mayEnd: true), UInt8(ascii: "}")): try endObject()
    case (.key, UInt8(ascii: "\"")):
      isKey = true
      token.removeAll(keepingCapacity: true)
      state = .string
    case (.colon, UInt8(ascii: ":")): state = .value(mayEnd: false)
    case (.separator, UInt8(ascii: ",")):
      state = levels.last == true ? .key(mayEnd: false) : .value(mayEnd: false)
    case (.separator, UInt8(ascii: "}")) where levels.last == true: try endObject()
    case (.separator, UInt8(ascii: "]")) where levels.last == false: try endArray()
    default: throw error("unexpected byte \(byte)")
    }
  }

  private mutating func beginValue(_ byte: UInt8) throws {
    switch byte {
    case UInt8(ascii: "{"):
      try descend(isObject: true)
      try listener.beginObject()
      state = .key(mayEnd: true)
    case UInt8(ascii: "["):
      try descend(isObject: false)
      try listener.beginArray()
      state = .value(mayEnd: true)
    case UInt8(ascii: "\""):
      isKey = false
      state = .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      token = [byte]
      state = .number
    case UInt8(ascii: "a")...UInt8(ascii: "z"):
      token = [byte]
      state = .word
    default: throw error("unexpected byte \(byte)")
    }
  }

  private mutating func descend(isObject: Bool) throws {
    guard levels.count < Self.depthLimit else { throw error("nested too deeply") }
    levels.append(isObject)
  }

  private mutating func endObject() throws {
    levels.removeLast()
    try listener.endObject()
    endValue()
  }

  private mutating func endArray() throws {
    levels.removeLast()
    try listener.endArray()
    endValue()
  }

  private mutating func endValue() {
    state = levels.isEmpty ? .end : .separator
  }

  // MARK: - Numbers and words

  private mutating func extend(_ byte: UInt8) throws {
    guard token.count < Self.tokenLimit else { throw error("a name or number is too long") }
    token.append(byte)
  }

  private static func isInNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  private mutating func endNumber() throws {
    guard Self.isNumber(token) else { throw error("not a number") }
    try listener.number(token)
    endValue()
  }

  private static func isNumber(_ text: [UInt8]) -> Bool {
    var rest = text[...]
    func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
    func takeDigits() -> Int {
      let count = rest.prefix(while: isDigit).count
      rest = rest.dropFirst(count)
      return count
    }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let isZero = rest.first == UInt8(ascii: "0")
    let whole = takeDigits()
    guard whole == 1 || whole > 1 && !isZero else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard takeDigits() > 0 else { return false }
    }
    if let first = rest.first, first | 0x20 == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
        rest = rest.dropFirst()
      }
      guard takeDigits() > 0 else { return false }
    }
    return rest.isEmpty
  }

  private mutating func endWord() throws {
    switch String(decoding: token, as: UTF8.self) {
    case "null": try listener.literal(nil)
    case "true": try listener.literal(true)
    case "false": try listener.literal(false)
    default: throw error("an unknown word")
    }
    endValue()
  }

  // MARK: - Strings

  /// - Returns: the number of bytes read.
  private mutating func readString(_ bytes: UnsafeBufferPointer<UInt8>) throws -> Int {
    if bytes[0] != UInt8(ascii: "\\") { try endHalf() }
    let end = bytes.firstIndex { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
    let plain = UnsafeBufferPointer(rebasing: bytes[..<(end ?? bytes.count)])
    guard utf8.accepts(plain) else { throw error("a string is not UTF-8") }
    guard let end else {
      try emit(plain, isLast: false)
      offset += bytes.count
      return bytes.count
    }
    offset += end + 1
    guard utf8.isComplete else { throw error("a string is not UTF-8") }
    switch bytes[end] {
    case UInt8(ascii: "\""):
      try emit(plain, isLast: true)
      if isKey {
        try listener.key(token)
        state = .colon
      } else {
        endValue()
      }
    case UInt8(ascii: "\\"):
      try emit(plain, isLast: false)
      state = .escape
    default: throw error("a control character in a string")
    }
    return end + 1
  }

  private mutating func emit(_ piece: UnsafeBufferPointer<UInt8>, isLast: Bool) throws {
    if isKey {
      guard token.count + piece.count <= Self.tokenLimit else { throw error("a name is too long") }
      token += piece
    } else if isLast || !piece.isEmpty {
      try listener.string(piece, isLast: isLast)
    }
  }

  private mutating func takeEscape(_ byte: UInt8) throws {
    if byte == UInt8(ascii: "u") {
      hexDigits = 0
      hexValue = 0
      state = .unicode
      return
    }
    try endHalf()
    let value: UInt8? =
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
      case UInt8(ascii: "b"): 0x08
      case UInt8(ascii: "f"): 0x0C
      case UInt8(ascii: "n"): 0x0A
      case UInt8(ascii: "r"): 0x0D
      case UInt8(ascii: "t"): 0x09
      default: nil
      }
    guard let value else { throw error("an unknown escape") }
    state = .string
    try withUnsafePointer(to: value) {
      try emit(UnsafeBufferPointer(start: $0, count: 1), isLast: false)
    }
  }

  private mutating func takeHexDigit(_ byte: UInt8) throws {
    guard let digit = Character(UnicodeScalar(byte)).hexDigitValue, byte < 0x80 else {
      throw error("not a hexadecimal digit")
    }
    hexValue = hexValue << 4 | UInt32(digit)
    hexDigits += 1
    guard hexDigits == 4 else { return }
    state = .string
    if let high = highSurrogate, case 0xDC00...0xDFFF = hexValue {
      highSurrogate = nil
      return try tellScalar(0x10000 + (high - 0xD800) << 10 + (hexValue - 0xDC00))
    }
    try endHalf()
    if case 0xD800...0xDBFF = hexValue {
      highSurrogate = hexValue
    } else {
      try tellScalar(hexValue)
    }
  }

  /// Ends half of a surrogate pair that has no other half.
  private mutating func endHalf() throws {
    guard let half = highSurrogate else { return }
    highSurrogate = nil
    try tellScalar(half)
  }

  private mutating func tellScalar(_ value: UInt32) throws {
    let encoded = UnicodeScalar(value).flatMap { UTF8.encode($0) }
    try Array(encoded ?? UTF8.encodedReplacementCharacter).withUnsafeBufferPointer {
      try emit($0, isLast: false)
    }
  }
}

/// Validates UTF-8 that arrives in pieces.
private struct UTF8Check {
  /// The bytes of an incomplete character, at most four.
  private var begun: [UInt8] = []

  var isComplete: Bool { begun.isEmpty }

  mutating func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var rest = bytes[...]
    while !begun.isEmpty, let byte = rest.first {
      guard byte & 0xC0 == 0x80 else { return false }
      begun.append(byte)
      rest = rest.dropFirst()
      if begun.count == Self.length(begun[0]) {
        guard String(validating: begun, as: UTF8.self) != nil else { return false }
        begun = []
      }
    }
    guard begun.isEmpty else { return true }
    let tail = rest.suffix(3).lastIndex { $0 & 0xC0 != 0x80 }
    if let tail, rest[tail] >= 0xC0, rest.count - (tail - rest.startIndex) < Self.length(rest[tail])
    {
      begun = Array(rest[tail...])
      rest = rest[..<tail]
    }
    return rest.allSatisfy { $0 < 0x80 } || String(validating: rest, as: UTF8.self) != nil
  }

  private static func length(_ first: UInt8) -> Int {
    first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
  }
}
