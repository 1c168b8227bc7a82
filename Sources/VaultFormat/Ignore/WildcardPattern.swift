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
