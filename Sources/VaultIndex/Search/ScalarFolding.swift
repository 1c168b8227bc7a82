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
