internal import Cryptography
internal import Foundation
internal import Synchronization
internal import SystemCalls
internal import WebServer

/// The browsers that have signed in, in a private file of the vault's state folder, so that a restart signs nobody out.
final class SessionStore: Sendable {
  private let file: PrivateFile
  private let now: @Sendable () -> Int64
  private let state: Mutex<State>

  private struct State {
    var sessions: [Session] = []
  }

  /// The most sessions of an account; the one that was used least recently goes first.
  static let limit = 64
  /// Uses are stored at intervals of this many seconds.
  private static let useInterval: Int64 = 3600

  /// - Parameter folder: exists and is private.
  init(in folder: String, now: @escaping @Sendable () -> Int64) throws(SystemError) {
    file = PrivateFile("\(folder)/sessions.json")
    self.now = now
    var state = State()
    if let bytes = try file.read() {
      // An unreadable file signs out, which is safe.
      state.sessions = (try? JSONDecoder().decode([Session].self, from: Data(bytes))) ?? []
    }
    self.state = Mutex(state)
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
    let session = Session(
      hash: sha256Hex(value.utf8), formerHash: nil, formToken: RandomText.make(),
      account: account?.id ?? Session.local, passwordStamp: account?.password.stamp,
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
  func session(of value: String) -> Session? {
    find(sha256Hex(value.utf8), at: now())
  }

  private func find(_ hash: String, at now: Int64) -> Session? {
    state.withLock { $0.sessions.first { $0.matches(hash, at: now) } }
  }

  /// Records that a session was used.
  ///
  /// - Returns: the value that replaces the cookie's, which the answer has to carry, if it is time for that.
  func use(_ found: Session, by value: String) -> (session: Session, replacement: String?) {
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
    let isRotated = state.withLock { $0.sessions.contains { $0.hash == rotated.hash } }
    return isRotated ? (rotated, replacement) : (found, nil)
  }

  /// All that have not ended by themselves, the last used first.
  var all: [Session] {
    let now = now()
    return state.withLock { $0.sessions }.filter { $0.isValid(at: now) }
      .sorted { ($0.lastUsed, $0.created) > ($1.lastUsed, $1.created) }
  }

  /// Whether a session that was found before has not been ended since.
  func has(_ session: Session) -> Bool {
    state.withLock { $0.sessions.contains { $0.formToken == session.formToken } }
  }

  /// Ends the sessions that are meant.
  func end(where isMeant: (Session) -> Bool) throws(SystemError) {
    try change { $0.removeAll(where: isMeant) }
  }

  private func touch(_ found: Session, by hash: String, at now: Int64) {
    try? change { sessions in
      guard let index = sessions.firstIndex(where: { $0.hash == found.hash }) else { return }
      sessions[index].lastUsed = now
      if found.hash == hash, found.confirmed == nil { sessions[index].confirmed = now }
    }
  }

  /// In memory only once it is on disk.
  private func change(_ body: (inout [Session]) -> Void) throws(SystemError) {
    var failure: SystemError?
    state.withLock { state in
      var sessions = state.sessions
      body(&sessions)
      guard sessions != state.sessions else { return }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      guard let data = try? encoder.encode(sessions) else { return }
      do throws(SystemError) {
        try file.write(Array(data) + [UInt8(ascii: "\n")])
        state.sessions = sessions
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}
