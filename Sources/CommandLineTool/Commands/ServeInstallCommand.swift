import ArgumentParser

struct ServeInstallCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "install", abstract: "Have systemd run tl serve for this vault",
    discussion: """
      Writes a user unit below ~/.config/systemd/user, which runs tl serve with these options, and says how to start \
      it. There is one for each vault. It prints no address with a code: tl serve link does.
      """)

  @OptionGroup var serving: ServeOptions

  @Flag(name: [.customShort("N"), .long], help: "Print the unit, write nothing")
  var dryRun = false

  @OptionGroup var global: GlobalOptions

  static let programUser = "tl serve"

  var networkRequest: NetworkRequest {
    var settings = serving.settings(opensBrowser: false)
    // What a unit prints is kept in the journal.
    settings.printsLink = settings.only == .notesync
    return .serve(.install(settings, isDryRun: dryRun))
  }
}

struct ServeUninstallCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "uninstall", abstract: "Remove what tl serve install has written")

  @Flag(name: [.customShort("N"), .long], help: "Print which file would go, remove nothing")
  var dryRun = false

  @OptionGroup var global: GlobalOptions

  static let programUser = "tl serve"

  var networkRequest: NetworkRequest { .serve(.uninstall(isDryRun: dryRun)) }
}
