import ArgumentParser
internal import Journal
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
    ])
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
    let entries = try CategoryFinder(session.openVault()).entries
    if json {
      return try session.console.line(JSONValue.array(entries.map(Self.value)).pretty)
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

  private static func value(_ entry: CategoryFinder.Entry) -> JSONValue {
    let category = entry.category
    return .object([
      ("name", .string(category.name)), ("symbol", .text(category.symbol?.emoji)),
      ("color", .text(category.color.map { "#" + $0.hex })),
      ("order", entry.order.map { .int($0) } ?? .null), ("notes", .int(entry.notes.count)),
    ])
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
    let finder = try CategoryFinder(vault)
    func isThere(_ name: String) -> Bool { finder[name]?.order != nil }
    guard !defaults else {
      let missing = Category.defaults.filter { !isThere($0.name) }
      guard !missing.isEmpty else { return session.console.say("they are all there already") }
      try finder.edit { try missing.reduce($0) { try $0.adding($1) } }
      for category in missing { try session.console.line(category.name) }
      return
    }
    let name = try CategoryLook.name(name.joined(separator: " "))
    if let entry = finder[name], entry.order != nil {
      throw CommandError(
        "\(entry.category.name) is a category already",
        hint: "tl category edit \(entry.category.name.shellWord) changes its symbol and colour")
    }
    let category = Category(name: name, symbol: try look.newSymbol, color: try look.newColor)
    try finder.edit { try $0.adding(category) }
    try session.console.line(TerminalText.line(name))
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
    let finder = try CategoryFinder(session.openVaultForWriting())
    let old = try finder.known(named: name).category
    let new = Category(
      name: old.name, symbol: look.symbol == nil ? old.symbol : try look.newSymbol,
      color: look.colour == nil ? old.color : try look.newColor)
    guard new != old else { return session.console.say("\(old.name) is so already") }
    try finder.edit { try $0.changing(new) }
    try session.console.line(TerminalText.line(new.name))
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
    get throws {
      try symbol.flatMap { text in
        if text == "none" { return nil }
        guard let symbol = CategorySymbol(text) else {
          throw CommandError(
            "'\(text)' is not a symbol",
            hint: "an emoji, or one of \(CategorySymbol.names.joined(separator: ", "))",
            status: .wrongUsage)
        }
        return symbol
      }
    }
  }

  var newColor: ColorName? {
    get throws {
      try colour.flatMap { text in
        if text == "none" { return nil }
        guard let color = ColorName(text) else {
          throw CommandError(
            "'\(text)' is not a colour",
            hint: "#rrggbb, or one of \(ColorName.names.joined(separator: ", "))",
            status: .wrongUsage)
        }
        return color
      }
    }
  }

  /// A name that fits into one line.
  static func name(_ text: String) throws -> String {
    let name = text.trimmingBlanks
    guard !name.isEmpty, !name.contains(where: \.isNewline) else {
      throw CommandError("a category has a name of one line", status: .wrongUsage)
    }
    return name
  }
}
