import ArgumentParser
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

struct InitCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Make a folder a vault",
    discussion: """
      Adds .tl/ with the settings of the vault, also in a folder that has notes already. No file of yours is \
      rewritten, and a second tl init changes nothing.
      """)

  @Argument(help: "The folder; the current one by default", completion: .directory)
  var folder: String?

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let path = folder ?? global.vault ?? "."
    let made = try Vault.initialize(path, timeZone: LocalTime.localName)
    let vault = try Vault(opening: path)
    let shown = resolvedPath(path) ?? path
    guard !made.isEmpty else {
      return session.console.say("\(shown) is a vault already; nothing was changed")
    }
    try session.console.line(TerminalText.line(shown))
    let zone = session.surroundings.zone
    let count = try VaultScanner(vault.folder, zone: zone, threads: processorCount()).scan().count
    switch count {
    case 0: session.console.say("a new vault; tl add \"What happened\" writes its first note")
    case 1: session.console.say("a vault with 1 note; it is as it was, and tl shows it")
    default:
      session.console.say("a vault with \(count) notes; they are as they were, and tl shows them")
    }
  }
}
