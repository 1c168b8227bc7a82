internal import CommandLineTool
internal import Notesync
internal import NotesyncServer
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import WebServer

extension NotesyncRunner {
  func aside(_ action: NotesyncAsideAction, accounts path: String?) throws {
    let folder = try StateFolders(session).server(
      of: path == nil ? session.openVault().vault : nil)
    let accounts = try AccountsFile(path ?? "\(folder)/accounts.json").accounts()
    let requests = try AsideRequest.all(in: folder, accounts)
    switch action {
    case .list(let json): try list(requests, json: json)
    case .show(let number): try show(try request(number, in: requests))
    case .apply(let number): try apply(try request(number, in: requests), accounts)
    case .drop(let number, let isAgreed):
      let request = try request(number, in: requests)
      try session.requireConsent(
        isAgreed, question: "remove \(request.number) for good?",
        command: "tl notesync aside drop \(request.number) -y")
      try request.drop()
      session.console.say("\(request.number) is gone for good")
    }
  }

  private func list(_ requests: [AsideRequest], json: Bool) throws {
    if json {
      return try session.console.line(JSONValue.array(requests.map(\.json)).pretty)
    }
    for request in requests {
      try printLine(request.line(zone: session.surroundings.zone))
      for reason in request.reasons.prefix(3) { try printLine("    \(reason)") }
      let more = request.reasons.count - 3
      if more > 0 { try printLine("    and \(more) more") }
    }
    session.console.say(
      requests.isEmpty
        ? "nothing is set aside" : "\(requests.count.counted("request")) set aside")
  }

  /// - Parameter number: its first characters, unique among the requests.
  private func request(_ number: String, in requests: [AsideRequest]) throws -> AsideRequest {
    let found = requests.filter { $0.id.hasPrefix(number.lowercased()) }
    guard let request = found.first, !number.isEmpty else {
      throw CommandError(
        "nothing set aside has the number \(number)",
        hint: "tl notesync aside list lists the numbers")
    }
    guard Set(found.map(\.id)).count == 1 else {
      throw CommandError(
        "\(number) could be \(found.count) requests", hint: "give more of the number",
        status: .wrongUsage)
    }
    return request
  }

  private func show(_ request: AsideRequest) throws {
    try printLine(request.line(zone: session.surroundings.zone))
    try request.withOperations { operations in
      for operation in operations {
        try printLine("")
        for line in operation.lines { try printLine(line) }
      }
    }
  }

  private func apply(_ request: AsideRequest, _ accounts: [Account]) throws {
    let (vault, zone) = try vault(of: request, accounts)
    guard AsideApplier.isFor(vault, request) else {
      throw CommandError("\(request.number) was sent to another vault")
    }
    let applying = AsideApplier(
      vault, zone: zone, surroundings: session.surroundings, threads: ThisDevice.processorCount)
    let outcomes = try request.withOperations { try applying.apply($0) }
    for outcome in outcomes { try printLine(outcome.line) }
    try request.drop()
    if outcomes.contains(where: \.isConflict) {
      session.console.say("tl conflict lists what both sides wrote")
    }
  }

  /// The vault of the account that sent the request.
  private func vault(
    of request: AsideRequest, _ accounts: [Account]
  ) throws -> (Vault, TimeZoneRules) {
    let account = accounts.first { $0.name == request.account }
    guard let path = account?.vault else {
      let opened = try session.openVaultForWriting()
      return (opened.vault, opened.zone)
    }
    let vault = try Vault(opening: path)
    return (vault, vault.configuration.namedZone ?? session.surroundings.zone)
  }
}
