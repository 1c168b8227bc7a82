/// One browser that has signed in.
struct Session: Hashable, Codable, Sendable {
  /// What its cookie holds is known only as a SHA-256 in hexadecimal.
  var hash: String
  /// The value before the last rotation, which requests that were under way may still have.
  var formerHash: String?
  /// Stands in each of its forms: no other site can know it.
  var formToken: String
  /// Of the account; `local` for the person who started the server on this machine.
  var account: String
  /// In seconds since 1970, as are the others.
  var created: Int64
  var rotated: Int64
  var lastUsed: Int64
  /// What the browser says it is, for the list of devices.
  var device: String

  /// Days without use after which a session ends, in seconds.
  static let lifetime: Int64 = 90 * 86_400
  /// How old a cookie's value gets, in seconds.
  static let rotationTime: Int64 = 86_400
  /// How long the former value is valid, in seconds.
  static let formerLifetime: Int64 = 120

  func isValid(at now: Int64) -> Bool { now - lastUsed < Self.lifetime }

  func matches(_ hash: String, at now: Int64) -> Bool {
    guard isValid(at: now) else { return false }
    if self.hash == hash { return true }
    return formerHash == hash && now - rotated < Self.formerLifetime
  }
}
