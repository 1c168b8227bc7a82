import ArgumentParser
internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import Words

struct CategoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "category",
    abstract: "List and change the categories of the vault",
    discussion: """
      A note has one category, its key category; names are compared without regard to case. Those of the vault, with their \
      order, symbols and colours, are in its settings, which all devices share.
      """,
    subcommands: [
      CategoryListCommand.self, CategoryAddCommand.self, CategoryEditCommand.self,
      CategoryRenameCommand.self, CategoryMoveCommand.self, CategoryRemoveCommand.self,
    ],
    defaultSubcommand: CategoryListCommand.self)
}

struct CategoryListCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the categories with the number of their notes",
    discussion: """
      Those of the settings in their order, then those that only notes have. With --json: an array of {name, symbol, color, \
      order, notes}, where symbol is an emoji, color is #rrggbb, and order counts from 1; null where there is none.
      """,
    aliases: ["ls"])

  @OptionGroup var output: ListOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let entries = try session.openVault().categories().entries
    let style = session.console.style
    try session.console.list(
      entries, asJSON: output.json,
      none: "there is no category yet; tl category add NAME makes one, --defaults six of them",
      json: \.json
    ) { entries in
      let widths = entries.map { DisplayWidth.of(TerminalText.line($0.category.name)) }
      let width = widths.max() ?? 0
      return zip(entries, widths).map { entry, own in
        let category = entry.category
        let symbol = DisplayWidth.pad(TerminalText.line(category.symbol?.emoji ?? ""), to: 2)
        let name = style.coloured(TerminalText.line(category.name), as: category.color)
        let padding = String(repeating: " ", count: width - own)
        let note = entry.order == nil ? "  (not in the settings)" : ""
        return "\(symbol) \(name)\(padding)  \(entry.notes.count.counted("note"))\(note)"
      }
    }
  }
}

struct CategoryAddCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a category to the settings",
    discussion: """
      SYMBOL is an emoji, or one of: \(CategorySymbol.names.joined(separator: ", ")). COLOUR is #rrggbb, or one of: \
      \(ColorName.names.joined(separator: ", ")). --defaults adds Book, Cooking, Day, Movie, Message and List, as far as \
      they are missing.
      """)

  @Argument(help: "The name; words are joined by spaces")
  var name: [String] = []

  @OptionGroup var look: CategoryLook

  @Flag(help: "Add six categories")
  var defaults = false

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if defaults, !name.isEmpty || look.isGiven {
      throw ValidationError("--defaults takes no name, no symbol and no colour")
    }
    if !defaults, name.isEmpty { throw ValidationError("NAME or --defaults is missing") }
  }

  func run(in vault: OpenVault) throws {
    guard !defaults else {
      var missing: [Category] = []
      try vault.editSettings { settings in
        missing = settings.missingDefaultCategories
        return try missing.reduce(settings) { try $0.adding($1) }
      }
      guard !missing.isEmpty else { return vault.console.say("they are all there already") }
      for category in missing { try vault.console.line(category.name) }
      return
    }
    let category = Category(
      name: try Category.name(name.joined(separator: " ")), symbol: try look.newSymbol,
      color: try look.newColor)
    try vault.editSettings { try $0.addingNew(category) }
    try vault.console.line(TerminalText.line(category.name))
  }
}

struct CategoryEditCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change the symbol and the colour of a category",
    discussion: """
      --symbol none and --colour none remove them. tl help category add lists the names of both.
      """)

  @Argument(help: "The category", completion: .categories)
  var name: String

  @OptionGroup var look: CategoryLook
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if !look.isGiven { throw ValidationError("--symbol or --colour is missing") }
  }

  func run(in vault: OpenVault) throws {
    let categories = try vault.categories()
    let old = try categories.known(named: name).category
    let new = Category(
      name: old.name, symbol: look.symbol == nil ? old.symbol : try look.newSymbol,
      color: look.colour == nil ? old.color : try look.newColor)
    guard new != old else { return vault.console.say("\(old.name) is so already") }
    try vault.editSettings { try $0.changing(new) }
    try vault.console.line(TerminalText.line(new.name))
  }
}

/// The symbol and the colour of a category, as options.
struct CategoryLook: ParsableArguments {
  @Option(
    help: ArgumentHelp("An emoji, or the name of a symbol", valueName: "symbol"),
    completion: .list(CategorySymbol.names))
  var symbol: String?

  @Option(
    help: ArgumentHelp("A colour: its name, or #rrggbb", valueName: "colour"),
    completion: .list(ColorName.names))
  var colour: String?

  var isGiven: Bool { symbol != nil || colour != nil }

  /// Nil for none.
  var newSymbol: CategorySymbol? {
    get throws(CategoryProblem) {
      guard let symbol, symbol != "none" else { return nil }
      return try CategorySymbol.read(symbol)
    }
  }

  var newColor: ColorName? {
    get throws(CategoryProblem) {
      guard let colour, colour != "none" else { return nil }
      return try ColorName.read(colour)
    }
  }
}

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

  @OptionGroup var change: ChangeOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let vault = try session.openVault(isDryRun: change.dryRun)
    let categories = try vault.categories(withSealed: true)
    let replacement: CategoryReplacement?
    do {
      replacement = try categories.renaming(old, to: new)
    } catch .isTaken(let other) {
      throw Problem(
        "\(other) is a category already",
        hint: "tl category rm \(old.shellWord) --to \(other.shellWord) joins them")
    }
    guard let replacement, let name = replacement.new else {
      return session.console.say("it is called \(new.trimmingBlanks) already")
    }
    let what = "\(replacement.old.name) to \(name) in \(replacement.notes.count.counted("note"))"
    if change.dryRun {
      try vault.show(replacement)
      return session.console.say("would rename \(what)")
    }
    if try vault.carryOut(replacement) { session.console.say("renamed \(what)") }
  }
}

struct CategoryMoveCommand: WritingCommand {
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

  func run(in vault: OpenVault) throws {
    let categories = try vault.categories()
    let moved = try categories.known(named: name).category.name
    let other = try before.map { try categories.known(named: $0).category.name }
    try vault.editSettings { try $0.movingCategory(moved, other.map(CategoryMove.before) ?? .last) }
    try vault.console.line(TerminalText.line(moved))
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

  @OptionGroup var change: ChangeOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let vault = try session.openVault(isDryRun: change.dryRun)
    let categories = try vault.categories(withSealed: true)
    let replacement = try categories.removing(name, to: to)
    let removed = replacement.old.name
    if change.dryRun {
      try vault.show(replacement)
      return session.console.say("would remove \(removed)")
    }
    if try vault.carryOut(replacement) { session.console.say("removed \(removed)") }
  }
}
