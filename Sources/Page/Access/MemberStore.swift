internal import Foundation
internal import Synchronization
internal import SystemCalls
package import VaultFormat
internal import WebServer

/// The `MemberRegister` of a vault, in a private file of its state folder: `members.json`.
///
/// Each access reads the file, so that a running server knows at once who was revoked. A change holds a lock, so that of
/// two who use a link one is let in.
package struct MemberStore: Sendable {
  private let file: PrivateFile
  private let lock: String
  private let now: @Sendable () -> Int64
  private let last = LastRegister()

  private final class LastRegister: Sendable {
    let known = Mutex<(bytes: [UInt8], register: MemberRegister)?>(nil)
  }

  /// Uses of devices are stored at intervals of this many seconds.
  private static let useInterval: Int64 = 3600
  private static let secretLimit = 128

  /// - Parameter stateFolder: exists and is private.
  package init(in stateFolder: String, now: @escaping @Sendable () -> Int64) {
    file = PrivateFile("\(stateFolder)/members.json")
    lock = "\(stateFolder)/members.lock"
    self.now = now
  }

  /// - Throws: a `SystemError`, or an error of decoding: a file that cannot be read lets nobody in, and is not replaced.
  package func register() throws -> MemberRegister {
    guard let bytes = try file.read() else { return MemberRegister() }
    return try last.known.withLock { known in
      if let known, known.bytes == bytes { return known.register }
      let register = try JSONDecoder().decode(MemberRegister.self, from: Data(bytes))
      known = (bytes, register)
      return register
    }
  }

  /// - Returns: the secret of the link, which is shown once.
  package func invite(_ person: NoteID, to circle: NoteID, days: Int) throws -> String {
    let (secret, now) = (RandomText.make(), now())
    let end = now + Int64(days) * 86_400
    try change { $0.invite(person, to: circle, by: secret, at: now, until: end) }
    return secret
  }

  /// Where the members' pages are: a word that says what they are to every member, where a circle can be of friends as well.
  static let root = "/shared"

  /// The path of a link below the address of the page.
  package static func path(of secret: String) -> String { "\(Self.root)/join/\(secret)" }

  /// - Returns: whether there was something to revoke.
  package func revoke(_ person: NoteID, from circle: NoteID) throws -> Bool {
    let now = now()
    return try change { $0.revoke(person, from: circle, at: now) }
  }

  /// The id of the person whom a link would let in; nil for a link that lets nobody in any more.
  func invited(by secret: String) throws -> String? {
    guard secret.utf8.count <= Self.secretLimit else { return nil }
    return try register().invited(by: secret, at: now())
  }

  /// - Returns: the value of the device's cookie; nil for a link that lets nobody in any more.
  func accept(_ secret: String, device: String) throws -> String? {
    guard try invited(by: secret) != nil else { return nil }
    let (value, token, now) = (RandomText.make(), RandomText.make(), now())
    let isIn = try change { $0.accept(secret, as: value, token, device: device, at: now) }
    return isIn ? value : nil
  }

  /// The device of a cookie's value and the circles that have let its person in.
  func device(of value: String) throws -> (device: MemberRegister.Device, circles: Set<String>)? {
    guard value.utf8.count <= Self.secretLimit else { return nil }
    let register = try register()
    return register.device(of: value, at: now()).map { ($0, register.circles(of: $0.person)) }
  }

  /// Records that a device was used.
  ///
  /// - Returns: whether it was some time since the last use: the browser is to keep its cookie for another year then.
  func use(_ device: MemberRegister.Device) -> Bool {
    let now = now()
    guard now - device.lastUsed >= Self.useInterval else { return false }
    // On a full disk it counts with the next visit.
    return (try? change { $0.use(device, at: now) }) != nil
  }

  func end(_ device: MemberRegister.Device) throws { try change { $0.end(device) } }

  private func change<Result>(_ body: (inout MemberRegister) -> Result) throws -> Result {
    let lock = try FileLock(waitingFor: lock)
    defer { withExtendedLifetime(lock) {} }
    let old = try register()
    var register = old
    let result = body(&register)
    if register != old { try file.write(JSONEncoder.fileBytes(register)) }
    return result
  }
}
