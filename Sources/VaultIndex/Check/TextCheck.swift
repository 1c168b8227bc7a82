internal import VaultFormat

/// Findings about the text of a note, independent of its keys.
struct TextCheck {
  private(set) var findings: [Finding] = []
  /// The text is UTF-8 without NUL, and its front matter, if any, is closed.
  let isOrdinary: Bool
  /// Adding a line is safe: the file is text without conflict markers, and no other program reads its beginning as
  /// front matter in another format.
  private(set) var isSafeToEdit = true
  /// Conflict markers of git stand between events of a tracker, and can be taken out.
  private(set) var hasMarkersInLog = false

  /// - Parameter zone: for times without an offset.
  init(_ bytes: UnsafeBufferPointer<UInt8>, _ layout: DocumentLayout, zone: TimeZoneRules) {
    let marks = ByteMarks(of: bytes)
    let isUTF8 = !marks.hasHighBytes || bytes.isUTF8
    isOrdinary = isUTF8 && !layout.isUnclosed && !marks.hasNUL
    isSafeToEdit = isUTF8
    if marks.hasNUL { checkNUL(bytes) }
    if marks.hasLess { checkConflict(bytes, zone) }
    if layout.frontMatter == nil { checkForeignFrontMatter(bytes, from: layout.bodyStart) }
  }

  private mutating func checkNUL(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let offset = bytes.offset(of: 0, from: 0) else { return }
    isSafeToEdit = false
    let position = SourcePosition(of: offset, in: bytes)
    findings.append(
      Finding(
        .warning, .nulByte, message: "a NUL byte: many programs do not treat this file as text",
        line: position.line, column: position.column))
  }

  private mutating func checkConflict(
    _ bytes: UnsafeBufferPointer<UInt8>, _ zone: TimeZoneRules
  ) {
    guard let conflict = ConflictMarkers.first(in: bytes) else { return }
    let end = conflict.end.map { " to line \($0)" } ?? ""
    if conflict.isInCode {
      findings.append(
        Finding(
          .info, .conflictExample,
          message: "the code from here\(end) looks like a git conflict",
          line: conflict.line))
    } else {
      isSafeToEdit = false
      hasMarkersInLog = TrackerMarkers.resolved(Array(bytes), zone: zone) != nil
      findings.append(
        hasMarkersInLog
          ? Finding(
            .error, .markersInLog,
            message: "git's conflict markers stand between events from here\(end)",
            line: conflict.line)
          : Finding(
            .error, .conflictMarker,
            message: "unresolved git conflict: two versions from here\(end)",
            line: conflict.line))
    }
  }

  /// A YAML block before such front matter would hide it from other programs.
  private mutating func checkForeignFrontMatter(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) {
    guard let form = ForeignFrontMatter(in: bytes, from: start) else { return }
    isSafeToEdit = false
    findings.append(
      Finding(
        .info, .foreignFrontMatter,
        message:
          "this begins like front matter in \(form.rawValue), which tl reads as text and does not edit"
      ))
  }
}

/// Whether a text contains NUL, `<` or non-ASCII bytes, found in one pass over eight bytes at a time.
struct ByteMarks {
  private(set) var hasNUL = false
  private(set) var hasLess = false
  private(set) var hasHighBytes = false

  init(of bytes: UnsafeBufferPointer<UInt8>) {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let high = ones &* 0x80
    let less = ones &* UInt64(UInt8(ascii: "<"))
    var (all, zeros, hits): (UInt64, UInt64, UInt64) = (0, 0, 0)
    var at = 0
    // Eight bytes are read only if `at + 8 <= count`.
    while at &+ 8 <= bytes.count {
      let word = UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped)
        .loadUnaligned(fromByteOffset: at, as: UInt64.self)
      // (x - ones) & ~x has a high bit set if and only if a byte of x is zero.
      all |= word
      zeros |= (word &- ones) & ~word
      hits |= ((word ^ less) &- ones) & ~(word ^ less)
      at &+= 8
    }
    hasHighBytes = all & high != 0
    hasNUL = zeros & high != 0
    hasLess = hits & high != 0
    for byte in bytes[at...] {
      if byte == 0 { hasNUL = true }
      if byte >= 0x80 { hasHighBytes = true }
      if byte == UInt8(ascii: "<") { hasLess = true }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes are well-formed UTF-8.
  var isUTF8: Bool {
    var at = 0
    while at < count {
      if self[at] < 0x80 {
        at &+= 1
        continue
      }
      let scalar = UTF8Scalar(in: self, at: at)
      if scalar.value >= UTF8Scalar.invalid { return false }
      at &+= scalar.length
    }
    return true
  }
}
