internal import CommandLineTool
internal import Page
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex

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
      let tokens = try store.all()
      guard !json else {
        let values = tokens.map { token in
          JSONValue.object([
            ("name", .string(token.name)), ("read_only", .bool(token.isReadOnly)),
            ("created", .number(String(token.created))),
          ])
        }
        return try session.console.print(.array(values))
      }
      for token in tokens {
        try line([day(token), token.isReadOnly ? "reads " : "writes", token.name])
      }
      if tokens.isEmpty { session.console.say("there are no tokens") }
    case .remove(let name):
      guard try store.remove(named: name) else {
        throw CommandError(
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
        throw CommandError(
          "the address of the page is not known yet", hint: "tl serve starts the page")
      }
      let token = try store.add(
        AccessToken(
          name: name, isReadOnly: true, filter: PageFeed.fields(of: filter),
          created: session.surroundings.now()))
      try session.console.line("\(address)/feed/\(token).atom")
      session.console.say("whoever has this address reads these notes; it is not shown again")
    case .list(let json):
      let feeds = try store.all()
      guard !json else {
        let values = feeds.map { feed in
          JSONValue.object([
            ("name", .string(feed.name)), ("filter", .string(PageFeed.filter(of: feed))),
            ("created", .number(String(feed.created))),
          ])
        }
        return try session.console.print(.array(values))
      }
      for feed in feeds { try line([day(feed), feed.name, PageFeed.filter(of: feed)]) }
      if feeds.isEmpty { session.console.say("there are no feeds") }
    case .remove(let name):
      guard try store.remove(named: name) else {
        throw CommandError("there is no feed \(name)", hint: "tl serve feed list lists the feeds")
      }
      session.console.say("the feed \(name) is no longer there")
    }
  }

  /// Two of one name could not be told apart in a list.
  private func check(_ name: String, isFreeIn store: TokenStore, removal: String) throws {
    guard !name.allSatisfy(\.isWhitespace), name.count <= 100 else {
      throw CommandError(usage: "a name has 1 to 100 characters")
    }
    guard try !store.all().contains(where: { $0.name == name }) else {
      throw CommandError("there is one called \(name) already", hint: "\(removal) '\(name)'")
    }
  }

  private func day(_ token: AccessToken) -> String {
    NoteTime(instant: token.created, zone: session.surroundings.zone).day.description
  }

  private func line(_ words: [String]) throws {
    let text = words.filter { !$0.isEmpty }.joined(separator: "  ")
    try session.console.line(TerminalText.line(text))
  }
}
