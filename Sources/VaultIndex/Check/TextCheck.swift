internal import VaultFormat

/// What is odd about a note's bytes, whatever its keys say.
struct TextCheck {
  private(set) var findings: [Finding] = []
  /// UTF-8, and no front matter that is opened and not closed.
  let isOrdinary: Bool
  /// A line added to it does no harm: it is text, not in the middle of a merge, and no other program reads
  /// its beginning as front matter of another form.
  private(set) var isSafeToEdit = true

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ layout: DocumentLayout) {
    let marks = ByteMarks(of: bytes)
    let isUTF8 = !marks.hasHighBytes || bytes.isUTF8
    isOrdinary = isUTF8 && !layout.isUnclosed && !marks.hasNUL
    isSafeToEdit = isUTF8
    if marks.hasNUL { checkNUL(bytes) }
    if marks.hasLess { checkConflict(bytes) }
    if layout.frontMatter == nil { checkForeignFrontMatter(bytes, from: layout.bodyStart) }
  }

  private mutating func checkNUL(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let offset = bytes.offset(of: 0, from: 0) else { return }
    isSafeToEdit = false
    let place = SourcePosition(of: offset, in: bytes)
    findings.append(
      Finding(
        .warning, .nulByte, "a NUL byte: many programs do not take this file for text",
        line: place.line, column: place.column))
  }

  private mutating func checkConflict(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let conflict = ConflictMarkers.first(in: bytes) else { return }
    let end = conflict.end.map { " to line \($0)" } ?? ""
    if conflict.isInCode {
      findings.append(
        Finding(
          .info, .conflictExample,
          "from here\(end) stands what looks like a conflict of git, in code",
          line: conflict.line))
    } else {
      isSafeToEdit = false
      findings.append(
        Finding(
          .error, .conflictMarker,
          "a conflict of git was not settled: from here\(end) stand two versions",
          line: conflict.line))
    }
  }

  /// A block of YAML before it would hide it.
  private mutating func checkForeignFrontMatter(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) {
    guard let form = ForeignFrontMatter(in: bytes, from: start) else { return }
    isSafeToEdit = false
    findings.append(
      Finding(
        .info, .foreignFrontMatter,
        "this begins like front matter in \(form.rawValue), which tl reads as text and does not edit"
      ))
  }
}

/// Which of a few bytes occur, in one pass of eight at a time.
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
    // `at + 8 <= count` holds wherever eight bytes are read.
    while at &+ 8 <= bytes.count {
      let word = UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped)
        .loadUnaligned(fromByteOffset: at, as: UInt64.self)
      // A byte of x is zero only if one gets its high bit in (x - ones) & ~x, and some does then.
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
  /// Whether all of it is well-formed UTF-8.
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
