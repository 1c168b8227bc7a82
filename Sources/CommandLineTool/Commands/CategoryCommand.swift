import ArgumentParser
internal import Journal
internal import SystemCalls
internal import VaultFormat

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

  @Flag(help: "Print a JSON array")
  var json = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let entries = try session.openVault().categories().entries
    if json {
      return try session.console.line(JSONValue.array(entries.map(\.json)).pretty)
    }
    guard !entries.isEmpty else {
      return session.console.say(
        "there is no category yet; tl category add NAME makes one, --defaults six of them")
    }
    let style = session.console.style
    let widths = entries.map { DisplayWidth.of(TerminalText.line($0.category.name)) }
    let width = widths.max() ?? 0
    for (entry, own) in zip(entries, widths) {
      let category = entry.category
      let symbol = DisplayWidth.pad(TerminalText.line(category.symbol?.emoji ?? ""), to: 2)
      let name = style.coloured(TerminalText.line(category.name), as: category.color)
      let padding = String(repeating: " ", count: width - own)
      let note = entry.order == nil ? "  (not in the settings)" : ""
      try session.console.line(
        "\(symbol) \(name)\(padding)  \(entry.notes.count.counted("note"))\(note)")
    }
  }
}

struct CategoryAddCommand: TLCommand {
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

  func run(in session: Session) throws {
    let vault = try session.openVaultForWriting()
    guard !defaults else {
      var missing: [Category] = []
      try vault.editSettings { settings in
        missing = settings.missingDefaultCategories
        return try missing.reduce(settings) { try $0.adding($1) }
      }
      guard !missing.isEmpty else { return session.console.say("they are all there already") }
      for category in missing { try session.console.line(category.name) }
      return
    }
    let category = try CommandError.naming {
      Category(
        name: try Category.name(name.joined(separator: " ")), symbol: try look.newSymbol,
        color: try look.newColor)
    }
    try vault.editSettings { try $0.addingNew(category) }
    try session.console.line(TerminalText.line(category.name))
  }
}

struct CategoryEditCommand: TLCommand {
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

  func run(in session: Session) throws {
    let vault = try session.openVaultForWriting()
    let categories = try vault.categories()
    try CommandError.naming {
      let old = try categories.known(named: name).category
      let new = Category(
        name: old.name, symbol: look.symbol == nil ? old.symbol : try look.newSymbol,
        color: look.colour == nil ? old.color : try look.newColor)
      guard new != old else { return session.console.say("\(old.name) is so already") }
      try vault.editSettings { try $0.changing(new) }
      try session.console.line(TerminalText.line(new.name))
    }
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
