internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import Words

/// A secret of this device and account that marks the journals of its own syncs.
///
/// Kept outside of every vault, because a vault from someone else may contain a journal. It needs no further
/// protection: a reader of it can change the vault's files anyway.
enum DeviceKey {
  /// 32 hexadecimal digits; made at the first call.
  ///
  /// - Throws: a `CommandError` if it cannot be stored.
  static func load(_ environment: Environment) throws(Problem) -> String {
    guard let folder = environment.stateFolder else {
      throw Problem(
        "tl has no folder to store this device's key in: HOME is not set",
        hint: "set HOME to your home folder (in a crontab: a line HOME=FOLDER)")
    }
    let path = folder + "/device-key"
    if let key = read(path) { return key }
    do {
      try SystemPath.makeFolders(folder)
    } catch {
      throw Problem("\(path): \(error)")
    }
    // If another process was faster, its key counts.
    let key = (0..<32).map { _ in String(UInt8.random(in: 0..<16), radix: 16) }.joined()
    let isCreated = SystemFile.create(path, Array((key + "\n").utf8))
    if let kept = read(path) { return kept }
    throw Problem(
      isCreated ? "\(path) cannot be read" : "\(path) cannot be written",
      hint: "it holds this device's key; check who owns it and its folder (ls -ld)")
  }

  /// The stored key; empty if there is none yet, which is that of no journal.
  static func known(_ environment: Environment) -> String {
    environment.stateFolder.flatMap { read($0 + "/device-key") } ?? ""
  }

  private static func read(_ path: String) -> String? {
    guard let bytes = SystemFile.read(path) else { return nil }
    let key = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    return key.utf8.count == 32 ? key : nil
  }
}
