internal import CommandLineTool
internal import Page
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import Words

/// Tokens of programs, and feeds.
extension PageRunner {
  func tokens(_ action: ServeTokenAction) throws {
    let state = try PageState(StateFolders(session).page(of: session.openVault().vault))
    let store = try TokenStore(.scripts, in: state.folder)
    switch action {
    case .add(let name, let isReadOnly):
      try check(name, isFreeIn: store, removal: "tl serve token remove")
      let token = try store.add(
        AccessToken(name: name, isReadOnly: isReadOnly, created: session.surroundings.now()))
      try session.console.line(token)
      let rights = isReadOnly ? "may read" : "may read and write"
      session.console.say("whoever sends this \(rights); it is not shown again")
    case .list(let json):
      try list(store, "there are no tokens", asJSON: json, key: "read_only") {
        .bool($0.isReadOnly)
      } line: {
        [$0.isReadOnly ? "reads " : "writes", $0.name]
      }
    case .remove(let name):
      guard try store.remove(named: name) else {
        throw Problem(
          "there is no token \(name)", hint: "tl serve token list lists the tokens")
      }
      session.console.say("the token \(name) opens nothing any more")
    }
  }

  func feeds(_ action: ServeFeedAction) throws {
    let opened = try session.openVault()
    let state = try PageState(StateFolders(session).page(of: opened.vault))
    let store = try TokenStore(.feeds, in: state.folder)
    switch action {
    case .add(let name, let filter):
      try check(name, isFreeIn: store, removal: "tl serve feed remove")
      try PageFeed.check(filter, now: session.surroundings.now(), zone: opened.zone)
      guard let address = try state.address() else {
        throw Problem(
          "the address of the page is not known yet", hint: "tl serve starts the page")
      }
      let token = try store.add(
        AccessToken(
          name: name, isReadOnly: true, filter: PageFeed.fields(of: filter), hasCalendar: true,
          created: session.surroundings.now()))
      for path in [PageFeed.path(of: token), PageFeed.calendarPath(of: token)] {
        try session.console.line(address + path)
      }
      session.console.say(
        "a feed reader takes the first address, a calendar the second; whoever has one reads both, "
          + "and they are not shown again")
    case .list(let json):
      try list(store, "there are no feeds", asJSON: json, key: "filter") {
        .string(PageFeed.filter(of: $0))
      } line: {
        [$0.name, PageFeed.filter(of: $0)]
      }
    case .remove(let name):
      guard try store.remove(named: name) else {
        throw Problem("there is no feed \(name)", hint: "tl serve feed list lists the feeds")
      }
      session.console.say("the feed \(name) is no longer there")
    }
  }

  /// Two of one name could not be told apart in a list.
  private func check(_ name: String, isFreeIn store: TokenStore, removal: String) throws {
    guard !name.allSatisfy(\.isWhitespace), name.count <= 100 else {
      throw Problem(usage: "a name has 1 to 100 characters")
    }
    guard try !store.all().contains(where: { $0.name == name }) else {
      throw Problem("there is one called \(name) already", hint: "\(removal) '\(name)'")
    }
  }

  /// Each with the day on which it was made.
  ///
  /// - Parameter key: of the value that only such tokens have.
  private func list(
    _ store: TokenStore, _ remark: String, asJSON: Bool, key: String,
    value: (AccessToken) -> JSONValue, line: (AccessToken) -> [String]
  ) throws {
    try session.console.list(
      store.all(), asJSON: asJSON, none: remark,
      json: { token in
        .object([
          ("name", .string(token.name)), (key, value(token)),
          ("created", .number(String(token.created))),
        ])
      }
    ) { tokens in
      tokens.map { token in
        let day = NoteTime(instant: token.created, zone: session.surroundings.zone).day.description
        return TerminalText.line(
          ([day] + line(token)).filter { !$0.isEmpty }.joined(separator: "  "))
      }
    }
  }
}
