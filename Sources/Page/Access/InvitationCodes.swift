internal import Cryptography
package import SystemCalls
internal import WebServer

/// Codes that let a browser in, each once and for five minutes.
///
/// A code is a file of the vault's state folder, named by its hash, so that `tl serve link` can make one for a server
/// that runs already. Whoever removes the file has used the code: of two, one.
package struct InvitationCodes: Sendable {
  private let folder: String
  private let now: @Sendable () -> Int64

  /// How long a code is valid, in seconds.
  static let lifetime: Int64 = 300

  /// - Parameter stateFolder: exists and is private.
  package init(in stateFolder: String, now: @escaping @Sendable () -> Int64) throws(SystemError) {
    folder = "\(stateFolder)/codes"
    self.now = now
    try SystemPath.makeFolders(folder, permissions: 0o700)
  }

  /// A new code, in groups that can be read aloud: `K7QD-3MXP-R2VA-8HTC`, 78 bits.
  package func make() throws(SystemError) -> String {
    removeOld()
    let letters = Array("23456789ABCDEFGHJKMNPQRSTVWXYZ")
    let groups = (0..<4).map { _ in
      String((0..<4).map { _ in letters[Int.random(in: letters.indices)] })
    }
    let code = groups.joined(separator: "-")
    try PrivateFile(path(of: code)).write(Array("\(now() + Self.lifetime)\n".utf8))
    return code
  }

  /// - Returns: false if the code is unknown, used or too old.
  func use(_ code: String) throws(SystemError) -> Bool {
    let path = path(of: code)
    guard let bytes = try PrivateFile(path).read() else { return false }
    do {
      try SystemPath.remove(path)
    } catch {
      // Somebody else was first.
      if error.isMissing { return false }
      throw error
    }
    return Self.end(bytes).map { now() < $0 } ?? false
  }

  private func removeOld() {
    for name in (try? SystemPath.names(in: folder)) ?? [] {
      let path = "\(folder)/\(name)"
      guard let bytes = try? PrivateFile(path).read() else { continue }
      if (Self.end(bytes) ?? 0) <= now() { try? SystemPath.remove(path) }
    }
  }

  private static func end(_ bytes: [UInt8]) -> Int64? {
    Int64(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }

  /// Letters in any case, with or without the hyphens.
  private func path(of code: String) -> String {
    let letters = code.uppercased().filter { $0.isLetter || $0.isNumber }
    return "\(folder)/\(sha256Hex(letters.utf8))"
  }
}
