import ArgumentParser
internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

struct CategoryRenameCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Rename a category, in the settings and in every note",
    discussion: """
      Each note is changed as a whole or not at all; the notes that changed are printed. A rename that was interrupted \
      goes on when it is repeated.
      """)

  @Argument(help: "The category as it is", completion: .categories)
  var old: String

  @Argument(help: "Its new name")
  var new: String

  @Flag(name: [.customShort("N"), .long], help: "Print what would change, and change nothing")
  var dryRun = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let vault = try dryRun ? session.openVault() : session.openVaultForWriting()
    let categories = try vault.categories(withSealed: true)
    let replacement: CategoryReplacement?
    do {
      replacement = try categories.renaming(old, to: new)
    } catch .isTaken(let other) {
      throw CommandError(
        "\(other) is a category already",
        hint: "tl category rm \(old.shellWord) --to \(other.shellWord) joins them")
    } catch {
      throw CommandError(error)
    }
    guard let replacement, let name = replacement.new else {
      return session.console.say("it is called \(new.trimmingBlanks) already")
    }
    let what = "\(replacement.old.name) to \(name) in \(replacement.notes.count.counted("note"))"
    if dryRun {
      try vault.show(replacement)
      return session.console.say("would rename \(what)")
    }
    if try vault.carryOut(replacement) { session.console.say("renamed \(what)") }
  }
}

struct CategoryMoveCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Put a category at another place of the order",
    discussion: "The order is that of the settings; the notes do not change.",
    aliases: ["mv"])

  @Argument(help: "The category", completion: .categories)
  var name: String

  @Option(
    help: ArgumentHelp("Put it before this one", valueName: "category"), completion: .categories)
  var before: String?

  @Flag(help: "Put it behind all others")
  var last = false

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    guard (before != nil) != last else {
      throw ValidationError("where to? give one of --before CATEGORY and --last")
    }
  }

  func run(in session: Session) throws {
    let vault = try session.openVaultForWriting()
    let categories = try vault.categories()
    try CommandError.naming {
      let moved = try categories.known(named: name).category.name
      let other = try before.map { (name) throws(CategoryProblem) in
        try categories.known(named: name).category.name
      }
      try vault.editSettings {
        try $0.movingCategory(moved, other.map(CategoryMove.before) ?? .last)
      }
      try session.console.line(TerminalText.line(moved))
    }
  }
}

struct CategoryRemoveCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "rm",
    abstract: "Remove a category from the settings",
    discussion: """
      One that notes have stays, unless --to says which one they get instead; the notes that changed are printed.
      """,
    aliases: ["remove"])

  @Argument(help: "The category", completion: .categories)
  var name: String

  @Option(
    help: ArgumentHelp("The category that its notes get", valueName: "category"),
    completion: .categories)
  var to: String?

  @Flag(name: [.customShort("N"), .long], help: "Print what would change, and change nothing")
  var dryRun = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let vault = try dryRun ? session.openVault() : session.openVaultForWriting()
    let categories = try vault.categories(withSealed: true)
    let replacement = try CommandError.naming { try categories.removing(name, to: to) }
    let removed = replacement.old.name
    if dryRun {
      try vault.show(replacement)
      return session.console.say("would remove \(removed)")
    }
    if try vault.carryOut(replacement) { session.console.say("removed \(removed)") }
  }
}
