internal import Cryptography
internal import WebServer

/// One browser that has signed in.
struct Session: Hashable, Codable, Sendable {
  /// What its cookie holds is known only as a SHA-256 in hexadecimal.
  var hash: String
  /// The value before the last rotation, which requests that were under way may still have.
  var formerHash: String?
  /// Stands in each of its forms: no other site can know it.
  var formToken: String
  /// The account's id; `local` for a browser that came in by a code.
  var account: String
  /// The stamp of the account's password when it signed in; nil for one that came in by a code.
  var passwordStamp: String?
  /// In seconds since 1970, as are the others.
  var created: Int64
  var rotated: Int64
  /// When the browser first used the value of the last rotation; nil if it may not have received it.
  var confirmed: Int64?
  var lastUsed: Int64
  /// What the browser says it is, for the list of devices.
  var device: String

  /// The account of those who come in by a code.
  static let local = "local"

  /// Days without use after which a session ends, in seconds.
  static let lifetime: Int64 = 90 * 86_400
  /// How old a cookie's value gets, in seconds.
  static let rotationTime: Int64 = 86_400
  /// How long the former value is valid once the browser has used the next one, in seconds.
  static let formerLifetime: Int64 = 120

  /// Names the session in addresses; it says nothing about the cookie or the form token.
  var name: String { String(sha256Hex("tl session \(formToken)".utf8).prefix(16)) }

  /// Shows that a text in an address was written by a page of this session.
  func code(of text: String) -> String {
    String(sha256Hex("tl done \(formToken)\n\(text)".utf8).prefix(16))
  }

  func isValid(at now: Int64) -> Bool { now - lastUsed < Self.lifetime }

  func matches(_ hash: String, at now: Int64) -> Bool {
    guard isValid(at: now) else { return false }
    if self.hash == hash { return true }
    return formerHash == hash && confirmed.map { now - $0 < Self.formerLifetime } ?? true
  }

  /// Whether a browser that has sent this value, which matches, is to be given another one.
  ///
  /// Also if it never got the last one: the answer that carried it may have been lost. Requests that were under way with
  /// that answer get none.
  func isDue(_ hash: String, at now: Int64) -> Bool {
    if self.hash == hash { return now - rotated >= Self.rotationTime }
    return confirmed == nil && now - rotated >= Self.formerLifetime
  }
}
