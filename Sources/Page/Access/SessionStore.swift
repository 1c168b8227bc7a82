internal import Cryptography
internal import Foundation
internal import Synchronization
package import SystemCalls
internal import WebServer

/// The browsers that have signed in, in a private file of the vault's state folder, so that a restart signs nobody out.
final class SessionStore: Sendable {
  private let file: PrivateFile
  private let now: @Sendable () -> Int64
  private let sessions: Mutex<[BrowserSession]>

  /// The most sessions of an account; the one that was used least recently goes first.
  static let limit = 64
  /// Uses are stored at intervals of this many seconds.
  private static let useInterval: Int64 = 3600

  /// - Parameter folder: exists and is private.
  init(in folder: String, now: @escaping @Sendable () -> Int64) throws(SystemError) {
    file = PrivateFile("\(folder)/sessions.json")
    self.now = now
    // An unreadable file signs out, which is safe.
    let kept = try file.read().flatMap {
      try? JSONDecoder().decode([BrowserSession].self, from: Data($0))
    }
    sessions = Mutex(kept ?? [])
  }

  /// Opens a session.
  ///
  /// - Parameters:
  ///   - account: nil for a browser that came in by a code.
  ///   - device: what the browser says it is.
  /// - Returns: the value of its cookie.
  func open(for account: Account?, device: String) throws(SystemError) -> String {
    let now = now()
    let value = RandomText.make()
    let session = BrowserSession(
      hash: sha256Hex(value.utf8), formerHash: nil, formToken: RandomText.make(),
      account: account?.id ?? BrowserSession.local, passwordStamp: account?.password.stamp,
      created: now, rotated: now, confirmed: now, lastUsed: now,
      device: String(device.prefix(200)))
    try change { sessions in
      sessions.append(session)
      sessions = sessions.filter { $0.isValid(at: now) }
      let own = sessions.filter { $0.account == session.account }
      guard own.count > Self.limit else { return }
      let ended = Set(own.sorted { $0.lastUsed > $1.lastUsed }.dropFirst(Self.limit).map(\.hash))
      sessions.removeAll { ended.contains($0.hash) }
    }
    return value
  }

  /// The session of a cookie's value.
  func session(of value: String) -> BrowserSession? {
    let (hash, now) = (sha256Hex(value.utf8), now())
    return sessions.withLock { $0.first { $0.matches(hash, at: now) } }
  }

  /// Records that a session was used.
  ///
  /// - Returns: the value that replaces the cookie's, which the answer has to carry, if it is time for that.
  func use(_ found: BrowserSession, by value: String) -> (
    session: BrowserSession, replacement: String?
  ) {
    let now = now()
    let hash = sha256Hex(value.utf8)
    guard found.isDue(hash, at: now) else {
      let isNews = found.hash == hash && found.confirmed == nil
      if isNews || now - found.lastUsed >= Self.useInterval { touch(found, by: hash, at: now) }
      return (found, nil)
    }
    let replacement = RandomText.make()
    var rotated = found
    // The value that the browser has stays the former one until it has used another.
    (rotated.hash, rotated.formerHash) = (sha256Hex(replacement.utf8), hash)
    (rotated.rotated, rotated.confirmed, rotated.lastUsed) = (now, nil, now)
    // If that fails, the cookie stays as it is until the disk has room again.
    try? change { sessions in
      // Of two requests at a time, one is given the next value.
      guard let index = sessions.firstIndex(where: { $0.hash == found.hash }) else { return }
      sessions[index] = rotated
    }
    let isRotated = sessions.withLock { $0.contains { $0.hash == rotated.hash } }
    return isRotated ? (rotated, replacement) : (found, nil)
  }

  /// All that have not ended by themselves, the last used first.
  var all: [BrowserSession] {
    let now = now()
    return sessions.withLock { $0 }.filter { $0.isValid(at: now) }
      .sorted { ($0.lastUsed, $0.created) > ($1.lastUsed, $1.created) }
  }

  /// Whether a session that was found before has not been ended since.
  func has(_ session: BrowserSession) -> Bool {
    sessions.withLock { $0.contains { $0.formToken == session.formToken } }
  }

  /// Ends the sessions that are meant.
  func end(where isMeant: (BrowserSession) -> Bool) throws(SystemError) {
    try change { $0.removeAll(where: isMeant) }
  }

  private func touch(_ found: BrowserSession, by hash: String, at now: Int64) {
    try? change { sessions in
      guard let index = sessions.firstIndex(where: { $0.hash == found.hash }) else { return }
      sessions[index].lastUsed = now
      if found.hash == hash, found.confirmed == nil { sessions[index].confirmed = now }
    }
  }

  /// In memory only once it is on disk.
  private func change(_ body: (inout [BrowserSession]) -> Void) throws(SystemError) {
    var failure: SystemError?
    self.sessions.withLock { known in
      var sessions = known
      body(&sessions)
      guard sessions != known, let bytes = try? JSONEncoder.fileBytes(sessions) else { return }
      do throws(SystemError) {
        try file.write(bytes)
        known = sessions
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}

/// One browser that has signed in.
struct BrowserSession: Hashable, Codable, Sendable {
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

extension FormFields {
  /// Whether the form has this token; the time that it takes does not tell how much of it is right.
  func hasToken(_ token: String) -> Bool {
    self["token"].map { constantTimeEqual($0.utf8, token.utf8) } ?? false
  }
}
