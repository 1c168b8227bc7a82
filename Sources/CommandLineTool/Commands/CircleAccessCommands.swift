import ArgumentParser

/// A command of `tl circle` that concerns the page of the vault.
protocol CircleNetworkCommand: NetworkCommand {
  var action: CircleAccessAction { get }
}

extension CircleNetworkCommand {
  static var programUser: String { "tl circle" }
  var networkRequest: NetworkRequest { .serve(.circle(action)) }
}

/// The circle and the person that a command is about.
struct CircleMemberArguments: ParsableArguments {
  @Argument(help: "The circle", completion: .circles)
  var circle: String

  @Argument(help: "The person", completion: .people)
  var person: String
}

struct CircleLinkOptions: ParsableArguments {
  @Option(help: ArgumentHelp("How long the link can be used", valueName: "number"))
  var days = 14

  func validate() throws {
    guard 1...365 ~= days else { throw ValidationError("--days takes a number from 1 to 365") }
  }
}

struct CircleInviteCommand: CircleNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite",
    abstract: "Make a link by which somebody reads what is shown to a circle",
    discussion: """
      Prints an address of the page, once, and on a terminal a QR code. Whoever opens it first is remembered as this person by \
      their browser, without a password, for a year after each visit; the address works once. A new link ends the one \
      before. PERSON is in the circle already: tl circle add. The page has to have been started once, so that its address is \
      known, and has to be one that the person can reach: tl serve --lan, or --origin.
      """)

  @OptionGroup var member: CircleMemberArguments
  @OptionGroup var link: CircleLinkOptions
  @OptionGroup var global: GlobalOptions

  var action: CircleAccessAction {
    .invite(circle: member.circle, person: member.person, days: link.days)
  }
}

struct CircleLinkCommand: CircleNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "link",
    abstract: "Make a link for another device of somebody who was invited",
    discussion: "As tl circle invite prints it; the devices that are in stay in.")

  @OptionGroup var member: CircleMemberArguments
  @OptionGroup var link: CircleLinkOptions
  @OptionGroup var global: GlobalOptions

  var action: CircleAccessAction {
    .link(circle: member.circle, person: member.person, days: link.days)
  }
}

struct CircleRevokeCommand: CircleNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract: "End what tl circle invite has given somebody",
    discussion: """
      At once, also while tl serve runs: the link, and all devices of somebody who was invited to no other circle. What they \
      have seen or saved stays with them. The circle goes on naming them; tl circle rm takes them out of it.
      """)

  @OptionGroup var member: CircleMemberArguments
  @OptionGroup var global: GlobalOptions

  var action: CircleAccessAction { .revoke(circle: member.circle, person: member.person) }
}

struct CircleAccessCommand: CircleNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "access",
    abstract: "List who of the circles was invited, and was seen",
    discussion: """
      For each member: the circle, the name, the role, the state (not invited, pending, accepted, expired, revoked), the day \
      of the last visit. With --json: an array of {circle, name, person, role, state, invited, accepted, last_seen}; the last \
      three are in seconds since 1970, or null.
      """)

  @Argument(help: "The circle; all if it is left out", completion: .circles)
  var circle: String?

  @OptionGroup var output: ListOptions
  @OptionGroup var global: GlobalOptions

  var action: CircleAccessAction { .list(circle: circle, json: output.json) }
}
