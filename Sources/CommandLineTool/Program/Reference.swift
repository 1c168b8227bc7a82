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
