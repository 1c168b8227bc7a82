import ArgumentParser
internal import VaultFormat

/// A command as shown in its help, its manual page, the reference and completions.
///
/// Read from the configuration of the commands, so that all of these agree.
final class CommandDescription {
  let type: any ParsableCommand.Type
  /// The names from `tl` on: `["tl", "tag", "add"]`.
  let path: [String]
  /// Arguments and options in the order of their declaration.
  ///
  /// Without hidden ones, and without those for help and version, which the argument parser adds.
  /// Those of a command with a default subcommand are that one's.
  private(set) lazy var parameters: [ParameterDescription] =
    defaultSubcommand?.parameters ?? ParameterDescription.declared(by: type)

  static var root: CommandDescription { CommandDescription(type: TL.self, path: ["tl"]) }

  init(type: any ParsableCommand.Type, path: [String]) {
    self.type = type
    self.path = path
  }

  private var configuration: CommandConfiguration { type.configuration }

  var name: String { path.last ?? "" }
  var abstract: String { configuration.abstract }
  var discussion: String { configuration.discussion }
  var aliases: [String] { configuration.aliases }
  var isHidden: Bool { !configuration.shouldDisplay }

  /// The visible ones.
  var subcommands: [CommandDescription] { allSubcommands.filter { !$0.isHidden } }

  var allSubcommands: [CommandDescription] {
    configuration.subcommands.map { type in
      CommandDescription(type: type, path: path + [type.configuration.commandName ?? "\(type)"])
    }
  }

  /// The subcommand of this name or alias.
  func subcommand(named name: String) -> CommandDescription? {
    allSubcommands.first { $0.name == name || $0.aliases.contains(name) }
  }

  var defaultSubcommand: CommandDescription? {
    configuration.defaultSubcommand.flatMap { wanted in allSubcommands.first { $0.type == wanted } }
  }

  /// The command at a path of names below `tl`; nil if one of them is unknown.
  static func named(_ names: some Sequence<String>) -> CommandDescription? {
    var command = root
    for name in names {
      guard let next = command.subcommand(named: name) else { return nil }
      command = next
    }
    return command
  }

  /// This command and all below it except hidden ones, in the order of the help.
  var withDescendants: [CommandDescription] {
    [self] + subcommands.flatMap(\.withDescendants)
  }

  /// The names from `tl` on, as they are written: `tl tag add`.
  var title: String { path.joined(separator: " ") }

  /// The same with each alias.
  var aliasTitles: [String] {
    aliases.map { (path.dropLast() + [$0]).joined(separator: " ") }
  }

  /// The usage line: `tl tag add NOTE [TAG...] [options]`.
  var synopsis: String {
    let words =
      subcommands.isEmpty
      ? positionals.map(\.synopsis) : [defaultSubcommand == nil ? "COMMAND" : "[COMMAND]"]
    return ([title] + words + ["[options]"]).joined(separator: " ")
  }

  var positionals: [ParameterDescription] { parameters.filter { $0.kind == .positional } }

  /// The options of this command alone.
  var options: [ParameterDescription] {
    parameters.filter { $0.kind != .positional && !$0.isGlobal }
  }

  /// The options that every command has.
  static let globalOptions = root.parameters.filter(\.isGlobal) + [helpOption]

  static let helpOption = ParameterDescription(
    kind: .flag, names: ["-h", "--help"], valueName: "", isOptional: true, isRepeating: false,
    text: "Show how the command is used", defaultValue: nil, values: [], completion: nil)
}

/// An argument or an option of a command.
struct ParameterDescription {
  enum Kind: String {
    case positional, option, flag
  }

  var kind: Kind
  /// With their dashes, short ones first: `-t`, `--tag`; empty for positional ones.
  var names: [String]
  /// In capitals, `KEY=VALUE`.
  var valueName: String
  var isOptional: Bool
  var isRepeating: Bool
  /// A sentence.
  var text: String
  var defaultValue: String?
  /// The allowed values, if the type lists them.
  var values: [String]
  var completion: CompletionSource?

  /// Whether every command has it.
  var isGlobal: Bool { names.contains { GlobalOptions.names[$0] != nil } }

  /// As the help lists it: `-t, --tag TAG`.
  var label: String {
    guard kind != .positional else { return valueName }
    // Long names begin in one column.
    let names = names.joined(separator: ", ")
    return (self.names.first?.hasPrefix("--") == true ? "    " : "") + names
      + (kind == .option ? " \(valueName)" : "")
  }

  /// In the usage line: `[NOTE...]`.
  var synopsis: String {
    let name = valueName + (isRepeating ? "..." : "")
    return isOptional ? "[\(name)]" : name
  }

  /// The sentence, with the values and the default that it does not name itself.
  var fullText: String {
    var notes: [String] = []
    if !values.isEmpty, !values.allSatisfy(text.contains) {
      notes.append(values.joined(separator: ", "))
    }
    if let defaultValue, !defaultValue.isEmpty, kind == .option {
      notes.append("default: \(defaultValue)")
    }
    return notes.isEmpty ? text : "\(text) (\(notes.joined(separator: "; ")))"
  }
}

extension ParameterDescription {
  /// The arguments and options that a command declares.
  static func declared(by type: any ParsableCommand.Type) -> [ParameterDescription] {
    // The parser describes its arguments only as JSON, which is YAML too.
    let dump = FrontMatter(settings: Array(type._dumpHelp().utf8))
    let arguments = dump.field(named: "command")?.value.entry("arguments")?.items ?? []
    return arguments.compactMap(ParameterDescription.init).filter { parameter in
      !parameter.names.contains("--help") && !parameter.names.contains("--version")
    }
  }

  private init?(_ node: YAMLNode) {
    guard let kind = node.string("kind").flatMap(Kind.init), node.string("shouldDisplay") != "false"
    else { return nil }
    self.kind = kind
    let names = (node.entry("names")?.items ?? []).compactMap { name -> String? in
      guard let text = name.string("name") else { return nil }
      return (name.string("kind") == "long" ? "--" : "-") + text
    }
    self.names = names.filter { !$0.hasPrefix("--") } + names.filter { $0.hasPrefix("--") }
    valueName = (node.string("valueName") ?? "").uppercased()
    isOptional = node.string("isOptional") == "true"
    isRepeating = node.string("isRepeating") == "true"
    text = node.string("abstract") ?? ""
    defaultValue = node.string("defaultValue")
    values = (node.entry("allValues")?.items ?? []).compactMap(\.text)
    completion = node.entry("completionKind").flatMap(CompletionSource.init)
    if completion == nil, !values.isEmpty { completion = .words(values) }
  }
}

extension CompletionSource {
  fileprivate init?(_ node: YAMLNode) {
    if let marker = node.entry("shellCommand")?.string("command") {
      self.init(marker: marker)
    } else if node.entry("file") != nil {
      self = .files
    } else if node.entry("directory") != nil {
      self = .directories
    } else if let list = node.entry("list")?.entry("values") {
      self = .words(list.items.compactMap(\.text))
    } else {
      return nil
    }
  }
}

extension YAMLNode {
  fileprivate func entry(_ name: String) -> YAMLNode? {
    guard case .mapping(let entries, _) = content else { return nil }
    return entries.first { $0.key.text == name }?.value
  }

  fileprivate func string(_ name: String) -> String? { entry(name)?.text }

  fileprivate var items: [YAMLNode] {
    guard case .sequence(let items, _) = content else { return [] }
    return items
  }
}
