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

  /// The most sessions; the one that was used least recently goes first.
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
  /// - Parameter device: what the browser says it is.
  /// - Returns: the value of its cookie.
  func open(device: String) throws(SystemError) -> String {
    let now = now()
    let value = RandomText.make()
    let session = Session(
      hash: sha256Hex(value.utf8), formerHash: nil, formToken: RandomText.make(), account: "local",
      created: now, rotated: now,
      lastUsed: now, device: String(device.prefix(200)))
    try change { sessions in
      sessions.append(session)
      sessions = sessions.filter { $0.isValid(at: now) }
      if sessions.count > Self.limit {
        sessions = Array(sessions.sorted { $0.lastUsed > $1.lastUsed }.prefix(Self.limit))
      }
    }
    return value
  }

  /// The session of a cookie's value, and the value that replaces it if it is time for that.
  func session(of value: String) -> (session: Session, replacement: String?)? {
    let now = now()
    let hash = sha256Hex(value.utf8)
    guard
      let found = state.withLock({ $0.sessions.first { $0.matches(hash, at: now) } })
    else { return nil }
    guard found.hash == hash, now - found.rotated >= Session.rotationTime else {
      if now - found.lastUsed >= Self.useInterval { touch(found.hash, at: now) }
      return (found, nil)
    }
    let replacement = RandomText.make()
    var rotated = found
    (rotated.hash, rotated.formerHash) = (sha256Hex(replacement.utf8), hash)
    (rotated.rotated, rotated.lastUsed) = (now, now)
    do {
      try change { sessions in
        guard let index = sessions.firstIndex(where: { $0.hash == hash }) else { return }
        sessions[index] = rotated
      }
      return (rotated, replacement)
    } catch {
      // The cookie stays as it is until the disk has room again.
      return (found, nil)
    }
  }

  /// Ends a session; does nothing if there is none with this hash.
  func end(_ hash: String) throws(SystemError) {
    try change { $0.removeAll { $0.hash == hash } }
  }

  private func touch(_ hash: String, at now: Int64) {
    try? change { sessions in
      guard let index = sessions.firstIndex(where: { $0.hash == hash }) else { return }
      sessions[index].lastUsed = now
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
