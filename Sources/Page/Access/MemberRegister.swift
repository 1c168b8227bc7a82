internal import Cryptography
package import VaultFormat

/// Who was invited to which circle, and by which devices they come: what a server keeps of the members, as one value.
///
/// A link and a device are known by the hashes of what they hold. Whom a circle names stands in the vault: somebody gets
/// in only who is named there too.
package struct MemberRegister: Hashable, Codable, Sendable {
  /// Somebody in a circle.
  package struct Membership: Hashable, Codable, Sendable {
    /// The ids of the pages of the circle and of the person.
    package let circle: String
    package let person: String
    /// In seconds since 1970, as are the others.
    package var invited: Int64
    /// When the first link was used.
    package var accepted: Int64?
    package var revoked: Int64?
    /// The last link that was made, unless it was used.
    var link: Link?
  }

  struct Link: Hashable, Codable, Sendable {
    var hash: String
    var ends: Int64
  }

  /// A browser of a person; it sees what all circles of the person see.
  package struct Device: Hashable, Codable, Sendable {
    let person: String
    fileprivate let hash: String
    /// Stands in each of its forms: no other site can know it.
    let formToken: String
    let created: Int64
    package fileprivate(set) var lastUsed: Int64
    /// What the browser says it is.
    let name: String

    fileprivate func isValid(at now: Int64) -> Bool {
      now - lastUsed < MemberRegister.deviceLifetime
    }
  }

  package enum State: Hashable, Sendable {
    case pending(until: Int64)
    case accepted(since: Int64)
    case expired
    case revoked
  }

  /// A year after the last visit, in seconds.
  static let deviceLifetime: Int64 = 365 * 86_400
  /// The most devices of a person; the one that was used least recently goes first.
  private static let deviceLimit = 32

  package private(set) var memberships: [Membership] = []
  package private(set) var devices: [Device] = []

  package init() {}

  package func membership(of person: NoteID, in circle: NoteID) -> Membership? {
    place(person.text, circle.text).map { memberships[$0] }
  }

  /// The ids of the circles that have let a person in.
  func circles(of person: String) -> Set<String> {
    Set(memberships.filter { $0.person == person && $0.isOpen }.map(\.circle))
  }

  /// When one of the person's devices was used last, to the hour.
  package func lastSeen(_ person: NoteID) -> Int64? {
    devices.filter { $0.person == person.text }.map(\.lastUsed).max()
  }

  func device(of value: String, at now: Int64) -> Device? {
    let hash = Self.hash(value)
    return devices.first { $0.hash == hash && $0.isValid(at: now) }
  }

  private func place(_ person: String, _ circle: String) -> Int? {
    memberships.firstIndex { $0.person == person && $0.circle == circle }
  }

  private static func hash(_ secret: String) -> String { sha256Hex(secret.utf8) }

  // MARK: - Changes

  /// Invites somebody by a link, which replaces one that was made before.
  ///
  /// Who is in already gets a link for another device.
  package mutating func invite(
    _ person: NoteID, to circle: NoteID, by secret: String, at now: Int64, until end: Int64
  ) {
    let link = Link(hash: Self.hash(secret), ends: end)
    guard let place = place(person.text, circle.text) else {
      memberships.append(
        Membership(circle: circle.text, person: person.text, invited: now, link: link))
      return
    }
    if !memberships[place].isOpen {
      memberships[place].invited = now
      (memberships[place].accepted, memberships[place].revoked) = (nil, nil)
    }
    memberships[place].link = link
  }

  /// Takes back what was given: the link, and the devices of somebody who is in no other circle.
  ///
  /// - Returns: false for somebody who was not invited, or revoked before.
  package mutating func revoke(_ person: NoteID, from circle: NoteID, at now: Int64) -> Bool {
    guard let place = place(person.text, circle.text), memberships[place].revoked == nil else {
      return false
    }
    memberships[place].revoked = now
    memberships[place].link = nil
    if circles(of: person.text).isEmpty { devices.removeAll { $0.person == person.text } }
    return true
  }

  /// The person whom a link would let in.
  func invited(by secret: String, at now: Int64) -> String? {
    linked(by: secret, at: now).map { memberships[$0].person }
  }

  /// Uses a link, which opens nothing any more then.
  ///
  /// - Parameters:
  ///   - value: what the device's cookie is to hold.
  ///   - device: what the browser says it is.
  /// - Returns: whether it let the device in.
  mutating func accept(
    _ secret: String, as value: String, _ formToken: String, device: String, at now: Int64
  ) -> Bool {
    guard let place = linked(by: secret, at: now) else { return false }
    memberships[place].link = nil
    memberships[place].accepted = memberships[place].accepted ?? now
    let person = memberships[place].person
    devices.removeAll { !$0.isValid(at: now) }
    let own = devices.filter { $0.person == person }.sorted { $0.lastUsed > $1.lastUsed }
    let ended = Set(own.dropFirst(Self.deviceLimit - 1).map(\.hash))
    devices.removeAll { ended.contains($0.hash) }
    devices.append(
      Device(
        person: person, hash: Self.hash(value), formToken: formToken, created: now, lastUsed: now,
        name: String(device.prefix(200))))
    return true
  }

  private func linked(by secret: String, at now: Int64) -> Int? {
    let hash = Self.hash(secret)
    return memberships.firstIndex { $0.link?.hash == hash && now < $0.link?.ends ?? 0 }
  }

  mutating func use(_ device: Device, at now: Int64) {
    guard let place = devices.firstIndex(where: { $0.hash == device.hash }) else { return }
    devices[place].lastUsed = now
  }

  mutating func end(_ device: Device) { devices.removeAll { $0.hash == device.hash } }
}

extension MemberRegister.Membership {
  fileprivate var isOpen: Bool { accepted != nil && revoked == nil }

  package func state(at now: Int64) -> MemberRegister.State {
    if revoked != nil { return .revoked }
    if let accepted { return .accepted(since: accepted) }
    guard let link, now < link.ends else { return .expired }
    return .pending(until: link.ends)
  }
}
