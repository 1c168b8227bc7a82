import ArgumentParser
internal import VaultFormat

struct SiteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "site",
    abstract: "Make a public site of the notes with publish: true",
    discussion: """
      A site is a folder of files that any web server serves, and that works from a disk, but for its search: no script is \
      needed to read it, and no page asks another host for anything. tl config set site.title, site.author, site.language, \
      site.address and site.accent say how it is called; without site.address it has no feeds. Templates and the style sheet \
      are replaced by files in ~/.config/tl/site. Sealed notes, conflict copies and what cannot be read are never in it.
      """,
    subcommands: [
      SiteBuildCommand.self, SitePreviewCommand.self, SiteCheckCommand.self, SitePushCommand.self,
    ])
}

/// A command of `tl site`, and those of others that make pages.
protocol SiteNetworkCommand: NetworkCommand {
  var request: SiteRequest { get }
}

extension SiteNetworkCommand {
  static var programUser: String { "tl site" }
  var networkRequest: NetworkRequest { .site(request) }
}

/// The folder of a site.
struct SiteFolderArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The folder; that of the last build if it is left out", valueName: "out"),
    completion: .directory)
  var out: String?
}

struct SiteBuildCommand: SiteNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "build", abstract: "Write the site to a folder",
    discussion: """
      The folder is outside of the vault. What has not changed is not written again; what is not due any more is removed; \
      files that tl did not write stay, and where one has a name that is needed, nothing is written. A file that was edited \
      since tl wrote it stays, all others are written, and the command ends with 2; --force replaces it, or removes it if it \
      is not due any more. manifest.json there says what tl has written; from which notes it is, is in the vault's \
      .tl/local/site.
      """)

  @OptionGroup var folder: SiteFolderArgument

  @Flag(help: "Replace files that were edited")
  var force = false

  @OptionGroup var change: ChangeOptions
  @OptionGroup var global: GlobalOptions

  var request: SiteRequest {
    .build(out: folder.out, replacesEdited: force, isDryRun: change.dryRun)
  }
}

struct SitePreviewCommand: SiteNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview", abstract: "Show the site in the browser, on this machine alone",
    discussion: """
      Serves what tl site build has written, until Ctrl-C. Pages that were taken back answer 410, as they should where the \
      site is.
      """)

  @OptionGroup var folder: SiteFolderArgument

  @Option(help: "Where to listen on 127.0.0.1")
  var port: UInt16 = 8790

  @Flag(help: "Open the browser")
  var open = false

  @OptionGroup var global: GlobalOptions

  var request: SiteRequest { .preview(out: folder.out, port: Int(port), opensBrowser: open) }
}

struct SiteCheckCommand: SiteNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "List what would be public, what has changed, and what looks private",
    discussion: """
      What looks private: a place that a note or page with the tag home has, a person who is not eighteen, an e-mail address, \
      a telephone number, a street address. Ends with 1 if there is any of it. With --json: an object {notes, withdrawn, \
      held_back, findings}; notes are {id, path, page, change, rule}, findings {path, kind, found}.
      """)

  @OptionGroup var folder: SiteFolderArgument

  @OptionGroup var output: ObjectOptions
  @OptionGroup var global: GlobalOptions

  var request: SiteRequest { .check(out: folder.out, json: output.json) }
}

struct SitePushCommand: SiteNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "push", abstract: "Commit the site to a branch of a git remote",
    discussion: """
      The remote is site_remote in ~/.config/tl/config.yaml, the branch site_branch there, gh-pages if it is not set. What tl \
      site build has written is committed on top of what the branch has; nothing is ever forced, and files of somebody else \
      stay: where one has a name that is needed, nothing is pushed.
      """)

  @OptionGroup var folder: SiteFolderArgument

  @OptionGroup var change: ChangeOptions
  @OptionGroup var global: GlobalOptions

  var request: SiteRequest { .push(out: folder.out, isDryRun: change.dryRun) }
}

/// A part of `tl circle`.
struct CircleBuildCommand: SiteNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Make a site of what a circle sees, for people whom no server reaches",
    discussion: """
      As tl site build makes one, for the members of a circle, with the comments and reactions that they may read. --single \
      writes one HTML file with the pictures in it, to be sent by mail; sounds and films are not in it. --encrypt writes \
      that file, or without --single an archive of the site, for the members' keys (age: in the pages of their persons), by \
      the program age.
      """)

  static var programUser: String { "tl circle build" }

  @Argument(help: ArgumentHelp("The circle", valueName: "name"))
  var name: String

  @Argument(
    help: ArgumentHelp("A folder, or a file with --single or --encrypt", valueName: "out"),
    completion: .file())
  var out: String

  @Flag(help: "One HTML file with the pictures in it")
  var single = false

  @Flag(help: "Replace the file, or files of the folder that were edited")
  var force = false

  @Option(help: ArgumentHelp("Only notes from this day on", valueName: "date"))
  var since: String?

  @Flag(help: "One file for the members of the circle alone, by age")
  var encrypt = false

  @OptionGroup var change: ChangeOptions
  @OptionGroup var global: GlobalOptions

  var request: SiteRequest {
    .circle(
      CircleBuildSettings(
        name: name, out: out, isSingle: single, replaces: force, since: since, isEncrypted: encrypt,
        isDryRun: change.dryRun))
  }
}
