import ArgumentParser
internal import SystemCalls
internal import Words

/// Makes the files of packages and of the documentation.
struct GenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Write manual pages, completions or the reference",
    shouldDisplay: false,
    subcommands: [GenerateManual.self, GenerateCompletions.self, GenerateReference.self])
}

struct GenerateManual: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "man",
    abstract: "Write the manual pages into a folder")

  @Argument(help: "A folder that exists", completion: .directory)
  var dir: String

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    for command in CommandDescription.root.withDescendants {
      let page = ManualPage(command: command)
      let path = dir + "/" + page.fileName
      guard SystemFile.replace(path, Array(page.text.utf8)) else {
        throw Problem(
          "cannot write \(path)", hint: "the folder has to exist and to be writable")
      }
    }
  }
}

struct GenerateCompletions: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Print the completions for a shell")

  @Argument(help: "The shell", completion: .list(CompletionResponse.Shell.allCases.map(\.rawValue)))
  var shell: CompletionResponse.Shell

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try session.console.line(CompletionScript.text(for: shell))
  }
}

extension CompletionResponse.Shell: ExpressibleByArgument {}

struct GenerateReference: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "reference",
    abstract: "Print docs/cli-reference.md")

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try session.console.write(Reference.text.utf8)
  }
}

/// The manual page of a command, for man(1).
///
/// Written with the macros of man(7), which groff and mandoc both know.
struct ManualPage {
  let command: CommandDescription

  private var name: String { command.path.joined(separator: "-") }
  private var isRoot: Bool { command.path.count == 1 }

  var fileName: String { "\(name).1" }

  var text: String {
    var lines = [
      ".TH \"\(Self.escaped(name.uppercased()))\" 1 \(Version.date) \"tl \(Version.text)\" \"tl manual\"",
      ".SH NAME", "\(Self.escaped(name)) \\- \(Self.escaped(command.abstract))",
      ".SH SYNOPSIS", ".nf", ".B \(Self.escaped(command.synopsis))", ".fi",
    ]
    lines += section("DESCRIPTION", description)
    lines += section("COMMANDS", list(command.subcommands.map { ($0.name, $0.abstract) }))
    let parameters = command.subcommands.isEmpty ? command.positionals + command.options : []
    lines += section("OPTIONS", list(parameters.map { ($0.label, $0.fullText) }) + globalOptions)
    lines += section(
      "EXAMPLES",
      command.examples.flatMap { example in
        [
          ".PP", Self.escaped(example.text) + ":", ".nf", "    " + Self.escaped(example.line),
          ".fi",
        ]
      })
    lines += section(
      "EXIT STATUS", list(ExitStatus.allCases.map { (String($0.rawValue), $0.meaning) }))
    if isRoot {
      lines += section("ENVIRONMENT", list(ReferenceText.environment))
      lines += section("FILES", list(ReferenceText.files))
    } else {
      lines += section("ENVIRONMENT AND FILES", ["See", ".BR tl (1)."])
    }
    lines += section("SEE ALSO", seeAlso)
    return lines.joined(separator: "\n") + "\n"
  }

  private var description: [String] {
    var lines = paragraphs(command.discussion)
    if !command.aliases.isEmpty {
      let aliases = command.aliasTitles.joined(separator: ", ")
      lines += [".PP", "Also written \(Self.escaped(aliases))."]
    }
    if isRoot { lines += [".PP"] + paragraphs(ReferenceText.note) }
    return lines
  }

  private var globalOptions: [String] {
    if isRoot { return list(CommandDescription.globalOptions.map { ($0.label, $0.fullText) }) }
    return [".PP", "The options of every command are in", ".BR tl (1)."]
  }

  private var seeAlso: [String] {
    var pages = isRoot ? [] : [CommandDescription.root]
    if let parent = CommandDescription.named(command.path.dropFirst().dropLast()),
      parent.path.count > 1
    {
      pages += [parent] + parent.subcommands.filter { $0.path != command.path }
    }
    pages += command.subcommands
    let names = pages.map { $0.path.joined(separator: "-") }
    return names.enumerated().map { index, name in
      ".BR \(Self.escaped(name)) (1)\(index < names.count - 1 ? "," : "")"
    }
  }

  // MARK: - Macros

  private func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty
      ? [] : [".SH \(title)"] + (lines.first == ".PP" ? Array(lines.dropFirst()) : lines)
  }

  private func list(_ entries: [ReferenceText.Entry]) -> [String] {
    entries.flatMap { entry in
      [".TP", ".B \(Self.escaped(entry.name.trimmed))", Self.escaped(entry.text)]
    }
  }

  /// Empty lines separate paragraphs; `- ` begins an item, a space an example.
  private func paragraphs(_ text: String) -> [String] {
    var lines: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        lines.append(".PP")
      } else if line.hasPrefix("- ") {
        lines += [".IP \\(bu 2", Self.escaped(String(line.dropFirst(2)))]
      } else if line.hasPrefix(" ") {
        lines += [".nf", Self.escaped(String(line)), ".fi"]
      } else {
        lines.append(Self.escaped(String(line)))
      }
    }
    return Self.withoutEmptyParagraphs(lines)
  }

  /// Drops paragraphs directly before a list, about which mandoc warns.
  private static func withoutEmptyParagraphs(_ lines: [String]) -> [String] {
    lines.indices.filter { index in
      guard lines[index] == ".PP" else { return true }
      let next = index + 1 < lines.count ? lines[index + 1] : ".PP"
      return next != ".PP" && !next.hasPrefix(".IP")
    }.map { lines[$0] }
  }

  /// Text escaped for roff, with hyphens that can be copied, and without Markdown's code marks.
  static func escaped(_ text: String) -> String {
    let result = text.escaped([
      "\\": "\\e", "-": "\\-", "`": "", "…": "...", "~": "\\(ti", "^": "\\(ha", "'": "\\(aq",
      "\"": "\\(dq",
    ])
    return result.hasPrefix(".") ? "\\&" + result : result
  }
}

extension String {
  /// Without blanks at the start.
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}

/// docs/cli-reference.md: every command, and general rules.
enum Reference {
  static var text: String {
    var parts = [
      "# The `tl` command",
      """
      Made by `tl generate reference` from the commands themselves; `tl help COMMAND` and the manual pages say \
      the same.
      """,
      "`\(CommandDescription.root.synopsis)`", CommandDescription.root.discussion,
      "## Commands", commandTable,
      "## Options of every command",
      "They can be given before or after the command's name.",
      table(CommandDescription.globalOptions),
    ]
    for command in CommandDescription.root.withDescendants.dropFirst() { parts += chapter(command) }
    parts += [
      "## Notes", ReferenceText.note, "## Queries", ReferenceText.queries,
      "## Filters", ReferenceText.filters, "## Dates", ReferenceText.dates,
      "## Output", ReferenceText.output, "## Templates", ReferenceText.fields,
      "## JSON", ReferenceText.json, "## Exit codes", exitTable,
      "## Environment", entries(ReferenceText.environment, "variable"), "## Settings",
      ReferenceText.settings,
      "## Files", entries(ReferenceText.files, "file"),
      "## Completions", ReferenceText.completions,
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private static var commandTable: String {
    let commands = CommandDescription.root.withDescendants.dropFirst()
    let rows = commands.map { command in
      let anchor = command.title.replacing(" ", with: "-")
      return "| [`\(command.title)`](#\(anchor)) | \(cell(command.abstract)) |"
    }
    return (["| command | |", "|---|---|"] + rows).joined(separator: "\n")
  }

  private static func chapter(_ command: CommandDescription) -> [String] {
    let also = command.aliasTitles.map { "`\($0)`" }
    var parts = [
      "### `\(command.title)`", command.abstract + ".", "```\n\(command.synopsis)\n```",
      also.isEmpty ? "" : "Also: \(also.joined(separator: ", ")).", command.discussion,
    ]
    if command.subcommands.isEmpty {
      parts.append(table(command.positionals + command.options))
      parts.append(examples(of: command))
    }
    return parts
  }

  private static func examples(of command: CommandDescription) -> String {
    let lines = command.examples.map { "\($0.line)\n    # \($0.text)" }
    return lines.isEmpty ? "" : "```sh\n" + lines.joined(separator: "\n") + "\n```"
  }

  private static func table(_ parameters: [ParameterDescription]) -> String {
    guard !parameters.isEmpty else { return "" }
    let rows = parameters.map { parameter in
      "| `\(cell(String(parameter.label.drop { $0 == " " })))` | \(cell(parameter.fullText)) |"
    }
    return (["| | |", "|---|---|"] + rows).joined(separator: "\n")
  }

  private static var exitTable: String {
    let rows = ExitStatus.allCases.map { "| \($0.rawValue) | \($0.meaning) |" }
    return (["| status | meaning |", "|---|---|"] + rows).joined(separator: "\n")
  }

  private static func entries(_ entries: [ReferenceText.Entry], _ title: String) -> String {
    let rows = entries.map { entry in
      let names = entry.name.split(separator: ",").map { "`" + $0.drop { $0 == " " } + "`" }
      return "| \(names.joined(separator: ", ")) | \(cell(entry.text)) |"
    }
    return (["| \(title) | |", "|---|---|"] + rows).joined(separator: "\n")
  }

  /// In a table a bar ends the cell.
  private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }
}
