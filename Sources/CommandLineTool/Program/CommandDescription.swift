import ArgumentParser

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
