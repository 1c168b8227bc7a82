internal import SystemCalls

/// Hidden names for the files of one operation, derived from its tag.
package struct TemporaryNames: Hashable, Sendable {
  package let tag: UInt32

  package init(tag: UInt32) {
    self.tag = tag
  }

  /// Random names.
  package init() {
    tag = UInt32.random(in: .min ... .max)
  }

  /// A name for a folder that has nothing else in it.
  package var bare: [UInt8] { Array(UInt64(tag).hexadecimalDigits.utf8) }

  /// - Parameter suffix: for a second name of the same number.
  package func name(_ number: UInt32, suffix: StaticString = "") -> [UInt8] {
    let digits = (UInt64(tag) << 32 | UInt64(number)).hexadecimalDigits
    return VaultLayout.temporaryPrefix + digits.utf8 + "\(suffix)".utf8
  }
}

extension VaultLayout {
  /// The leading dot keeps such files out of the timeline and out of media.
  static let temporaryPrefix = Array(".tl-tmp-".utf8)

  /// Whether a file of this name is a leftover of an interrupted write, or part of a running one.
  package static func isTemporary(name: some Collection<UInt8>) -> Bool {
    name.starts(with: VaultLayout.temporaryPrefix)
  }
}
