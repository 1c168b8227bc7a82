internal import VaultFormat

/// The folding rules for decomposed scalars.
struct ScalarFolding {
  let options: FoldingOptions
  let tables = UnicodeTables.shared

  /// Folds `scalars` (in compatibility decomposition, marks in any order), composes the result into `folded`, and
  /// leaves `scalars` in canonical order.
  func fold(_ scalars: inout [ClassedScalar], into folded: inout [ClassedScalar]) {
    scalars.orderCanonically()
    folded.removeAll(keepingCapacity: true)
    if options.ignoresAccents {
      appendWithoutAccents(scalars, to: &folded)
    } else {
      for scalar in scalars { appendFolded(scalar, to: &folded) }
    }
    folded.orderCanonically()
    folded.composeCanonically(with: tables)
  }

  private func appendWithoutAccents(
    _ scalars: [ClassedScalar], to folded: inout [ClassedScalar]
  ) {
    // The base of the marks, and whether one of them keeps a breve from composing with it.
    var base = TextScalar.invalid
    var isBreveBlocked = false
    for scalar in scalars {
      if Self.isAccent(scalar.value) || !scalar.isStarter {
        if !isDropped(scalar.value, on: base, isBreveBlocked: isBreveBlocked) {
          appendFolded(scalar, to: &folded)
        }
        if scalar.isStarter || scalar.combiningClass >= Self.breveClass { isBreveBlocked = true }
      } else {
        base = scalar.value
        isBreveBlocked = false
        appendFolded(scalar, to: &folded)
      }
    }
  }

  private func isDropped(_ mark: UInt32, on base: UInt32, isBreveBlocked: Bool) -> Bool {
    guard Self.isAccent(mark) else { return Self.isVowelPoint(mark) }
    if mark == Self.breve, Self.isCyrillicI(base), !isBreveBlocked { return false }
    return tables.properties(of: base).isMarkedLetter
  }

  private func appendFolded(_ scalar: ClassedScalar, to folded: inout [ClassedScalar]) {
    if let typed = typedMark(scalar.value) {
      folded.append(ClassedScalar(typed, class: 0))
      return
    }
    let properties = tables.properties(of: scalar.value)
    guard options.ignoresCase, properties.changesCase else {
      appendPlain(scalar, isDecomposable: properties.isDecomposable, to: &folded)
      return
    }
    for part in tables.caseFolding(of: scalar.value) {
      let properties = tables.properties(of: part)
      appendPlain(
        ClassedScalar(part, class: properties.combiningClass),
        isDecomposable: properties.isDecomposable, to: &folded)
    }
  }

  private func appendPlain(
    _ scalar: ClassedScalar, isDecomposable: Bool, to folded: inout [ClassedScalar]
  ) {
    guard options.ignoresAccents, isDecomposable else {
      folded.append(scalar)
      return
    }
    let letters = tables.plainLetters(of: scalar.value)
    if letters.isEmpty { folded.append(scalar) }
    for letter in letters { folded.append(ClassedScalar(letter, class: 0)) }
  }
}

extension ScalarFolding {
  private static let breve: UInt32 = 0x306
  private static let breveClass: UInt8 = 230

  /// What a keyboard has in place of an apostrophe or a hyphen that phones and word processors write.
  func typedMark(_ scalar: UInt32) -> UInt32? {
    switch scalar {
    case 0x2018, 0x2019, 0x2BC: options.ignoresAccents ? 0x27 : nil
    case 0x2010: options.ignoresAccents ? 0x2D : nil
    default: nil
    }
  }

  /// И and и, which with a breve are separate letters.
  static func isCyrillicI(_ scalar: UInt32) -> Bool { scalar == 0x418 || scalar == 0x438 }

  /// The combining diacritical marks, dropped after a Latin, Greek or Cyrillic letter.
  static func isAccent(_ scalar: UInt32) -> Bool { scalar & ~0x7F == 0x300 && scalar < 0x370 }

  /// Arabic harakat and signs of recitation (except hamza and madda, which make other letters), Hebrew vowel points and
  /// accents: dropped everywhere.
  static func isVowelPoint(_ scalar: UInt32) -> Bool {
    guard scalar >= 0x591, scalar <= 0x8FF else { return false }
    return switch scalar {
    case 0x591...0x5BD, 0x5BF, 0x5C1...0x5C2, 0x5C4...0x5C5, 0x5C7: true
    case 0x610...0x61A, 0x64B...0x652, 0x656...0x65E, 0x670: true
    case 0x6D6...0x6DC, 0x6DF...0x6E4, 0x6E7...0x6E8, 0x6EA...0x6ED: true
    case 0x898...0x89F, 0x8CA...0x8E1, 0x8E3...0x8FF: true
    default: false
    }
  }
}

/// A Unicode scalar read from bytes, or one byte of invalid UTF-8.
///
/// A copy of VaultFormat's `UTF8Scalar`, kept here because the compiler inlines it only within
/// its module, and search reads many scalars of each text.
struct TextScalar {
  /// The `value` of an invalid byte.
  static var invalid: UInt32 { 0x110000 }

  let value: UInt32
  /// The number of bytes, 1 to 4.
  let length: Int

  /// Reads at `index`, which must be within `bytes`.
  @inline(__always)
  init(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
    let lead = UInt32(bytes[index])
    let left = bytes.count &- index
    if lead < 0x80 {
      (value, length) = (lead, 1)
      return
    }
    if lead & 0xF0 == 0xE0, left > 2 {
      let (b, c) = (UInt32(bytes[index &+ 1]), UInt32(bytes[index &+ 2]))
      let scalar = (lead & 15) << 12 | (b & 63) << 6 | (c & 63)
      if (b | c << 8) & 0xC0C0 == 0x8080, scalar >= 0x800, scalar & 0xF800 != 0xD800 {
        (value, length) = (scalar, 3)
        return
      }
    } else if lead & 0xE0 == 0xC0, lead >= 0xC2, left > 1 {
      let b = UInt32(bytes[index &+ 1])
      if b & 0xC0 == 0x80 {
        (value, length) = ((lead & 31) << 6 | (b & 63), 2)
        return
      }
    } else if lead & 0xF8 == 0xF0, left > 3 {
      let (b, c, d) = (
        UInt32(bytes[index &+ 1]), UInt32(bytes[index &+ 2]), UInt32(bytes[index &+ 3])
      )
      let scalar = (lead & 7) << 18 | (b & 63) << 12 | (c & 63) << 6 | (d & 63)
      if (b | c << 8 | d << 16) & 0xC0C0C0 == 0x808080, scalar >= 0x10000, scalar < 0x110000 {
        (value, length) = (scalar, 4)
        return
      }
    }
    (value, length) = (Self.invalid, 1)
  }
}
