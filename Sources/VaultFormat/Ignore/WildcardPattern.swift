/// The part of an ignore pattern that has wildcards, compiled.
///
/// All ways to match are followed at once, so the time is the length of the pattern times that of the text, for any
/// pattern: `*a*a*a*a*b` costs no more than its length.
struct WildcardPattern: Sendable {
  private enum Token: Sendable {
    case byte(UInt8)
    /// `?`: any byte but a slash.
    case anyByte
    /// `[…]`, which never matches a slash in a path.
    case set(ByteSet)
    /// `*`: any number of bytes without a slash.
    case star
    /// `**`: any number of bytes.
    case doubleStar
    /// Before the `**` and the slash of `**/`, which may both be missing.
    case optionalFolders
  }

  private var tokens: [Token] = []

  /// Nil if the pattern cannot match: an unclosed set, an unknown class, or a backslash at the end.
  ///
  /// - Parameter isPath: whether the text has slashes, which single wildcards do not match.
  init?(_ text: ArraySlice<UInt8>, isPath: Bool) {
    var index = text.startIndex
    while index < text.endIndex {
      switch text[index] {
      case UInt8(ascii: "\\"):
        index += 1
        guard index < text.endIndex else { return nil }
        tokens.append(.byte(text[index]))
        index += 1
      case UInt8(ascii: "?"):
        tokens.append(.anyByte)
        index += 1
      case UInt8(ascii: "["):
        guard var set = ByteSet(parsing: text, at: &index) else { return nil }
        if isPath { set.remove(UInt8(ascii: "/")) }
        tokens.append(.set(set))
      case UInt8(ascii: "*"):
        appendStars(text, at: &index, isPath: isPath)
      default:
        tokens.append(.byte(text[index]))
        index += 1
      }
    }
  }

  /// `**` matches folders only between slashes or the ends; elsewhere it is a `*`.
  private mutating func appendStars(
    _ text: ArraySlice<UInt8>, at index: inout Int, isPath: Bool
  ) {
    let start = index
    while index < text.endIndex, text[index] == UInt8(ascii: "*") { index += 1 }
    let slash = UInt8(ascii: "/")
    let following = text[index...].prefix(2)
    let isBounded =
      (start == text.startIndex || text[start - 1] == slash)
      && (following.isEmpty || following.first == slash
        || following.elementsEqual([UInt8(ascii: "\\"), slash]))
    guard isPath, index - start > 1, isBounded else {
      tokens.append(isPath ? .star : .doubleStar)
      return
    }
    if following.first == slash { tokens.append(.optionalFolders) }
    tokens.append(.doubleStar)
  }
}

// MARK: - Matching

extension WildcardPattern {
  func matches(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    // One flag for each token, "all before it has matched", and one for the end.
    let count = tokens.count + 1
    return withUnsafeTemporaryAllocation(of: Bool.self, capacity: 2 * count) { flags in
      // Every flag is set before any is read.
      flags.initialize(repeating: false)
      var current = UnsafeMutableBufferPointer(rebasing: flags[..<count])
      var next = UnsafeMutableBufferPointer(rebasing: flags[count...])
      current[0] = true
      skipOptional(current)
      for byte in text {
        guard step(over: byte, from: current, to: next) else { return false }
        skipOptional(next)
        swap(&current, &next)
      }
      return current[tokens.count]
    }
  }

  /// Stars match nothing as well.
  ///
  /// Flags are only passed forward, so one pass is enough.
  private func skipOptional(_ flags: UnsafeMutableBufferPointer<Bool>) {
    for (index, token) in tokens.enumerated() where flags[index] {
      switch token {
      case .star, .doubleStar: flags[index + 1] = true
      case .optionalFolders:
        flags[index + 1] = true
        // The double star and the slash always follow this token.
        flags[index + 3] = true
      case .byte, .anyByte, .set: break
      }
    }
  }

  /// False if no match is possible any more.
  private func step(
    over byte: UInt8, from current: UnsafeMutableBufferPointer<Bool>,
    to next: UnsafeMutableBufferPointer<Bool>
  ) -> Bool {
    next.update(repeating: false)
    var isAlive = false
    for (index, token) in tokens.enumerated() where current[index] {
      let moved: Int
      switch token {
      case .byte(let wanted) where wanted == byte: moved = index + 1
      case .anyByte where byte != UInt8(ascii: "/"): moved = index + 1
      case .set(let set) where set.contains(byte): moved = index + 1
      case .star where byte != UInt8(ascii: "/"): moved = index
      case .doubleStar: moved = index
      default: continue
      }
      next[moved] = true
      isAlive = true
    }
    return isAlive
  }
}

/// A set of bytes, such as `[a-z]` in an ignore pattern.
struct ByteSet: Hashable, Sendable {
  private var words = SIMD4<UInt64>(repeating: 0)

  func contains(_ byte: UInt8) -> Bool {
    words[Int(byte >> 6)] & (1 << UInt64(byte & 63)) != 0
  }

  mutating func insert(_ byte: UInt8) {
    words[Int(byte >> 6)] |= 1 << UInt64(byte & 63)
  }

  mutating func remove(_ byte: UInt8) {
    words[Int(byte >> 6)] &= ~(1 << UInt64(byte & 63))
  }

  mutating func invert() {
    words = ~words
  }
}

// MARK: - Parsing

extension ByteSet {
  /// Parses from the `[` at `index`, and moves `index` after the `]`.
  ///
  /// Nil if there is no `]`, or a class such as `[:alpha:]` does not exist.
  init?(parsing text: ArraySlice<UInt8>, at index: inout Int) {
    index += 1
    let isInverted =
      index < text.endIndex && [UInt8(ascii: "!"), UInt8(ascii: "^")].contains(text[index])
    if isInverted { index += 1 }
    /// The byte before a `-`; nil after a range or a class, where a `-` is literal.
    var last: UInt8?
    var isFirst = true
    while true {
      guard index < text.endIndex else { return nil }
      // A bracket at the start is an element.
      if text[index] == UInt8(ascii: "]"), !isFirst { break }
      isFirst = false
      if let name = Self.className(text, at: index) {
        guard insertClass(name) else { return nil }
        index = name.endIndex + 2
        last = nil
      } else if let first = last, Self.isRange(text, at: index) {
        index += 1
        guard let end = Self.element(text, at: &index) else { return nil }
        if first <= end { for byte in first...end { insert(byte) } }
        last = nil
      } else {
        guard let byte = Self.element(text, at: &index) else { return nil }
        insert(byte)
        last = byte
      }
    }
    index += 1
    if isInverted { invert() }
  }

  /// A byte, or the one after a backslash; moves `index` after it.
  private static func element(_ text: ArraySlice<UInt8>, at index: inout Int) -> UInt8? {
    if text[index] == UInt8(ascii: "\\") { index += 1 }
    guard index < text.endIndex else { return nil }
    defer { index += 1 }
    return text[index]
  }

  /// Whether there is a `-` that something other than the closing bracket follows.
  private static func isRange(_ text: ArraySlice<UInt8>, at index: Int) -> Bool {
    text[index] == UInt8(ascii: "-") && index + 1 < text.endIndex
      && text[index + 1] != UInt8(ascii: "]")
  }

  /// The name in `[:name:]`.
  ///
  /// Nil if the next bracket has no colon before it.
  private static func className(_ text: ArraySlice<UInt8>, at index: Int) -> ArraySlice<UInt8>? {
    guard text[index...].starts(with: "[:".utf8) else { return nil }
    let start = index + 2
    guard let bracket = text[start...].firstIndex(of: UInt8(ascii: "]")), bracket > start,
      text[bracket - 1] == UInt8(ascii: ":")
    else { return nil }
    return text[start..<(bracket - 1)]
  }

  /// False if there is no such class.
  ///
  /// The classes are those of ASCII.
  private mutating func insertClass(_ name: ArraySlice<UInt8>) -> Bool {
    guard let ranges = Self.classes[String(decoding: name, as: UTF8.self)] else { return false }
    for byte in ranges.joined() { insert(byte) }
    return true
  }

  private static let classes: [String: [ClosedRange<UInt8>]] = [
    "alnum": [0x30...0x39, 0x41...0x5A, 0x61...0x7A],
    "alpha": [0x41...0x5A, 0x61...0x7A],
    "blank": [0x20...0x20, 0x09...0x09],
    "cntrl": [0x00...0x1F, 0x7F...0x7F],
    "digit": [0x30...0x39],
    "graph": [0x21...0x7E],
    "lower": [0x61...0x7A],
    "print": [0x20...0x7E],
    "punct": [0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E],
    "space": [0x20...0x20, 0x09...0x0D],
    "upper": [0x41...0x5A],
    "xdigit": [0x30...0x39, 0x41...0x46, 0x61...0x66],
  ]
}
