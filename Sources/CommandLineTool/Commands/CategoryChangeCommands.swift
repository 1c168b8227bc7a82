import ArgumentParser
internal import Journal
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
    let finder = try CategoryFinder(vault)
    let entry = try finder.entry(named: old)
    let (old, new) = (entry.category.name, try CategoryLook.name(new))
    guard !old.utf8.elementsEqual(new.utf8) else {
      return session.console.say("it is called \(old) already")
    }
    if let other = finder[new], other.category.name != old {
      throw CommandError(
        "\(other.category.name) is a category already",
        hint: "tl category rm \(old.shellWord) --to \(other.category.name.shellWord) joins them")
    }
    let count = entry.notes.count.counted("note")
    if dryRun {
      for note in entry.notes { try session.console.line(note.id, note.path) }
      return session.console.say("would rename \(old) to \(new) in \(count)")
    }
    guard try finder.rename(entry, to: new) else { return }
    try finder.edit { settings in
      let renamed =
        entry.order == nil ? settings : try settings.renamingCategory(old, to: new)
      return try renamed.replacingDefaultCategory(old, by: new)
    }
    session.console.say("renamed \(old) to \(new) in \(count)")
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
    let finder = try CategoryFinder(session.openVaultForWriting())
    let moved = try finder.known(named: name).category.name
    let other = try before.map { try finder.known(named: $0).category.name }
    try finder.edit { try $0.movingCategory(moved, before: other) }
    try session.console.line(TerminalText.line(moved))
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
    let finder = try CategoryFinder(vault)
    let entry = try finder.entry(named: name)
    let name = entry.category.name
    let target = try to.map { try finder.known(named: $0).category.name }
    if target == name {
      throw CommandError("\(name) cannot stand in for itself", status: .wrongUsage)
    }
    let count = entry.notes.count
    guard count == 0 || target != nil else {
      throw CommandError(
        "\(count.counted("note")) \(count == 1 ? "has" : "have") the category \(name)",
        hint: "tl category rm \(name.shellWord) --to OTHER")
    }
    if dryRun {
      for note in entry.notes { try session.console.line(note.id, note.path) }
      return session.console.say("would remove \(name)")
    }
    if let target {
      guard try finder.rename(entry, to: target) else { return }
    }
    try finder.edit { settings in
      let rest = entry.order == nil ? settings : try settings.removingCategory(name)
      return try rest.replacingDefaultCategory(name, by: target)
    }
    session.console.say("removed \(name)")
  }
}
