internal import CommandLineTool
internal import Journal
internal import Page
internal import SystemCalls
internal import VaultFormat
internal import Words

/// Those who read at the page as members of circles.
extension PageRunner {
  func circles(_ action: CircleAccessAction) throws {
    switch action {
    case .invite(let circle, let person, let days):
      try invite(circle, person, days: days, again: false)
    case .link(let circle, let person, let days):
      try invite(circle, person, days: days, again: true)
    case .revoke(let circle, let person):
      let opened = try session.openVault()
      let found = try CircleFinder(opened).pair(of: circle, person)
      guard try members(opened).store.revoke(found.person.id, from: found.circle.id) else {
        throw Problem(
          "\(found.person.title) was not invited to \(found.circle.title)",
          hint: "tl circle access lists who was", kind: .refused)
      }
      session.console.say("\(found.person.title) reads nothing of \(found.circle.title) any more")
    case .list(let circle, let json): try list(circle, asJSON: json)
    }
  }

  private func members(_ opened: OpenVault) throws -> (store: MemberStore, state: PageState) {
    let state = try PageState(StateFolders(session).page(of: opened.vault))
    return (MemberStore(in: state.folder, now: session.surroundings.now), state)
  }

  /// - Parameter again: for another device.
  private func invite(_ circle: String, _ person: String, days: Int, again: Bool) throws {
    let opened = try session.openVaultForWriting()
    let people = try CirclePeople(opened)
    let one = try people.one(of: circle, named: person)
    let (store, state) = try members(opened)
    let (name, place) = (one.person.title, one.circle.title)
    let isIn = Self.isAccepted(try store.register(), one, at: session.surroundings.now())
    guard isIn == again else {
      throw Problem(
        again
          ? "\(name) has not used an invitation to \(place) yet" : "\(name) reads \(place) already",
        hint:
          "tl circle \(again ? "invite" : "link") \(one.circle.name.shellWord) \(one.person.name.shellWord)",
        kind: .refused)
    }
    guard let address = try state.address() else {
      throw Problem(
        "the address of the page is not known yet", hint: "tl serve starts the page")
    }
    try people.keepIDs(of: one, in: opened)
    let secret = try store.invite(one.person.id, to: one.circle.id, days: days)
    try session.console.lineWithCode(address + MemberStore.path(of: secret))
    session.console.say(
      "the address lets one device of \(name) in, once and within \(days.counted("day")); it is not shown again"
    )
    if address.contains(".localhost") {
      session.console.warn(
        "it works on this computer alone: tl serve --lan, or --origin, has one for others")
    }
  }

  private static func isAccepted(
    _ register: MemberRegister, _ one: CirclePeople.One, at now: Int64
  ) -> Bool {
    guard let membership = register.membership(of: one.person.id, in: one.circle.id),
      case .accepted = membership.state(at: now)
    else { return false }
    return true
  }

  private func list(_ circle: String?, asJSON: Bool) throws {
    let opened = try session.openVault()
    let register = try members(opened).store.register()
    let now = session.surroundings.now()
    try session.console.list(
      try CirclePeople(opened).all(of: circle), asJSON: asJSON,
      none: "no circle has a member; tl circle add NAME PERSON adds one",
      json: { one in
        let membership = register.membership(of: one.person.id, in: one.circle.id)
        func number(_ time: Int64?) -> JSONValue { time.map { .number("\($0)") } ?? .null }
        return .object([
          ("circle", .string(one.circle.title)), ("name", .string(one.person.title)),
          ("person", .string(one.person.id.text)), ("role", .string(one.role.rawValue)),
          ("state", .string(Self.word(membership, at: now))),
          ("invited", number(membership?.invited)), ("accepted", number(membership?.accepted)),
          ("last_seen", number(register.lastSeen(one.person.id))),
        ])
      }
    ) { all in
      all.map { one in
        let membership = register.membership(of: one.person.id, in: one.circle.id)
        let seen = register.lastSeen(one.person.id).map { time in
          "seen \(NoteTime(instant: time, zone: session.surroundings.zone).day)"
        }
        let parts = [
          one.circle.title, one.person.title, one.role.rawValue, Self.word(membership, at: now),
          seen,
        ]
        return TerminalText.line(parts.compactMap(\.self).joined(separator: "  "))
      }
    }
  }

  private static func word(_ membership: MemberRegister.Membership?, at now: Int64) -> String {
    switch membership?.state(at: now) {
    case nil: "not invited"
    case .pending: "pending"
    case .accepted: "accepted"
    case .expired: "expired"
    case .revoked: "revoked"
    }
  }
}
