/// What two file names share when some file system takes them for the same name.
///
/// macOS does not tell NFC from NFD, macOS and Windows do not tell cases apart, so the key is the
/// name in NFC, then case-folded, then in NFC again, since folding can leave NFC (`ǰ`).
package struct NameKey: Hashable, Sendable {
  package let bytes: [UInt8]

  /// The key of a name or a whole path; bytes that are not UTF-8 stand for themselves.
  package init(_ name: some Sequence<UInt8>) {
    bytes = Normalization.nfc(CaseFolding.fold(Normalization.nfc(Array(name))))
  }

  /// The key of a whole path: paths with equal keys cannot lie in the same folder everywhere.
  package init(_ path: VaultPath) {
    self.init(path.bytes)
  }
}
