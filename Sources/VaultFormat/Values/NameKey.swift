/// A key that is equal for file names that some file system treats as the same.
///
/// macOS ignores the difference of NFC and NFD, macOS and Windows ignore case, so the key is the name in NFC,
/// case-folded, and in NFC again, since folding can denormalise (`ǰ`).
package struct NameKey: Hashable, Sendable {
  package let bytes: [UInt8]

  /// The key of a name or a whole path; bytes that are not UTF-8 are compared as they are.
  package init(_ name: some Sequence<UInt8>) {
    bytes = Normalization.nfc(CaseFolding.fold(Normalization.nfc(Array(name))))
  }

  /// The key of a whole path; on some systems paths with equal keys are the same file.
  package init(_ path: VaultPath) {
    self.init(path.bytes)
  }
}
