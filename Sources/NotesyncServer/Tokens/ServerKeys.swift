internal import Cryptography
internal import Foundation
package import SystemCalls
internal import WebServer

/// The two secrets of a server, made at its first start and kept in its state folder.
package struct ServerKeys: Sendable {
  /// The value that each request on `/api` must have as `X-API-Key`.
  package let apiKey: String
  /// Signs tokens.
  let tokenKey: SecretKey
  /// Ties a sign-in form to the browser that asked for it.
  let formKey: SecretKey

  /// Reads the keys, or makes missing ones.
  ///
  /// - Parameter folder: exists.
  /// - Throws: a `SystemError`; an unreadable key is never replaced.
  package init(in folder: String) throws(SystemError) {
    apiKey = try Self.key("api-key", in: folder)
    let secret = SecretKey(Array(try Self.key("token-key", in: folder).utf8))
    tokenKey = secret.derived(for: "tl-notesync tokens")
    formKey = secret.derived(for: "tl-notesync forms")
  }

  private static func key(
    _ name: String, in folder: String
  ) throws(SystemError) -> String {
    let file = PrivateFile("\(folder)/\(name)")
    let bytes = try file.readOrCreate { Array((RandomText.make() + "\n").utf8) }
    let text = String(decoding: bytes, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    // An empty key, as from an interrupted copy, would admit every client.
    guard text.utf8.count >= 16 else { throw SystemError(EINVAL, .read, path: file.path) }
    return text
  }
}
