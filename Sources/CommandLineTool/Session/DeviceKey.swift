internal import System
internal import VaultFormat
internal import VaultStore

/// A secret of this device and this account, by which a journal is known to be one's own.
///
/// Kept outside of every vault, because a vault may come from a stranger with a journal in it. Not worth
/// guarding beyond that: who can read it can change the vault's files anyway.
enum DeviceKey {
  /// 32 hexadecimal digits; made at the first call.
  ///
  /// - Throws: a `CommandError` where there is no place to keep it, or it cannot be written.
  static func load(_ environment: Environment) throws(CommandError) -> String {
    guard let folder = environment.stateFolder else {
      throw CommandError(
        "there is no place for what tl keeps of this device: HOME is not set",
        hint: "set HOME to your home folder (in a crontab: a line HOME=FOLDER)")
    }
    let path = folder + "/device-key"
    if let key = read(path) { return key }
    do {
      try SystemPath.makeFolders(folder)
    } catch {
      throw CommandError("\(path): \(error)")
    }
    // Where another process was first, its key is there by now.
    var generator = SystemRandomNumberGenerator()
    let key = (0..<32).map { _ in
      String(UInt8.random(in: 0..<16, using: &generator), radix: 16)
    }.joined()
    let isCreated = SystemFile.create(path, Array((key + "\n").utf8))
    if let kept = read(path) { return kept }
    throw CommandError(
      isCreated ? "\(path) cannot be read" : "\(path) cannot be written",
      hint: "it holds this device's key; check who owns it and its folder (ls -ld)")
  }

  private static func read(_ path: String) -> String? {
    guard let bytes = SystemFile.read(path) else { return nil }
    let key = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    return key.utf8.count == 32 ? key : nil
  }
}
