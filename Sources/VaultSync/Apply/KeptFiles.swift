internal import VaultFormat
package import VaultStore

/// The list of files that are kept in git only, in `.tl/local/sync/kept-in-git`: per line reason and path.
///
/// A file is kept in git only if git's index has its mark too.
package enum KeptFiles {
  /// In byte order of the paths; ignores invalid lines.
  package static func read(_ vault: VaultFolder) throws(StoreError) -> [KeptFile] {
    guard try vault.exists(VaultLayout.keptInGit) else { return [] }
    return try vault.read(VaultLayout.keptInGit).bytes.split(separator: UInt8(ascii: "\n"))
      .compactMap(file).sorted { $0.path < $1.path }
  }

  private static func file(_ line: ArraySlice<UInt8>) -> KeptFile? {
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 2,
      let reason = KeptFile.Reason(rawValue: String(decoding: words[0], as: UTF8.self)),
      let bytes = EscapedBytes.decoded(words[1]), ArrivingPath.refusal(of: bytes) == nil,
      let path = VaultPath(bytes)
    else { return nil }
    return KeptFile(path: path, reason: reason)
  }

  /// The caller holds the `write` lock.
  static func write(_ files: [KeptFile], to vault: VaultFolder) throws {
    var bytes: [UInt8] = []
    for file in files {
      bytes += "\(file.reason.rawValue) ".utf8
      EscapedBytes.append(file.path.bytes, to: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
    try SyncRecordFile.write(bytes, at: VaultLayout.keptInGit, in: vault)
  }
}
