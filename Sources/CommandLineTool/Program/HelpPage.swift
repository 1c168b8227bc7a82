internal import SystemCalls

/// The help of a command, as `--help` and `tl help COMMAND` print it.
struct HelpPage {
  let command: CommandDescription
  /// The width in columns.
  let width: Int
  let style: Style

  /// Longer lines are hard to read.
  static let widest = 100

  var text: String {
    var parts = [wrapped(command.abstract), usage]
    if !command.discussion.isEmpty { parts.append(wrapped(command.discussion)) }
    parts += commands
    if command.subcommands.isEmpty {
      parts.append(table("Arguments", command.positionals.map { ($0.label, $0.fullText) }))
      parts.append(table("Options", command.options.map { ($0.label, $0.fullText) }))
    }
    parts.append(examples)
    let global = CommandDescription.globalOptions
    parts.append(table("Options of every command", global.map { ($0.label, $0.fullText) }))
    if command.path.count == 1 {
      parts.append(wrapped("tl help COMMAND shows more about a command, man tl about all of them."))
    }
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// Those of tl itself in groups.
  private var commands: [String] {
    guard command.path.count == 1 else {
      return [table("Commands", command.subcommands.map { ($0.name, $0.abstract) })]
    }
    let known = command.subcommands
    return CommandGroup.all.map { group in
      table(
        group.title,
        group.commands.compactMap { type in
          known.first { $0.type == type }.map { ($0.name, $0.abstract) }
        })
    }
  }

  /// Command lines to copy, so they are never wrapped; each below its description.
  private var examples: String {
    guard !command.examples.isEmpty else { return "" }
    let lines = command.examples.flatMap { example in
      WrappedText.lines(example.text, width: max(20, width - 2)).map { "  " + style.dim($0) }
        + ["    " + example.line]
    }
    return ([style.bold("Examples:")] + lines).joined(separator: "\n")
  }

  private var usage: String {
    var lines = hanging("Usage: ", command.synopsis)
    if !command.aliases.isEmpty {
      lines += hanging("Also:  ", command.aliasTitles.joined(separator: ", "))
    }
    return lines.joined(separator: "\n")
  }

  private func hanging(_ label: String, _ text: String) -> [String] {
    let lines = WrappedText.lines(text, width: max(20, width - label.count))
    return lines.enumerated().map { index, line in
      (index == 0 ? style.bold(label) : String(repeating: " ", count: label.count)) + line
    }
  }

  private func wrapped(_ text: String) -> String {
    WrappedText.lines(text, width: width).joined(separator: "\n")
  }

  /// Labels on the left, texts in a column beside them, or below them in a narrow window.
  private func table(_ title: String, _ rows: [(label: String, text: String)]) -> String {
    guard !rows.isEmpty else { return "" }
    let column = min(rows.map { DisplayWidth.of($0.label) }.max() ?? 0, 24) + 4
    let isNarrow = width < 60
    let indent = isNarrow ? 8 : column
    var lines = [style.bold(title + ":")]
    for row in rows {
      let texts = WrappedText.lines(row.text, width: max(20, width - indent))
      let label = "  " + row.label
      let margin = String(repeating: " ", count: indent)
      if isNarrow || DisplayWidth.of(label) > column - 2 {
        lines.append(label)
        lines += texts.map { margin + $0 }
      } else {
        lines.append(DisplayWidth.pad(label, to: column) + (texts.first ?? ""))
        lines += texts.dropFirst().map { margin + $0 }
      }
    }
    return lines.joined(separator: "\n")
  }
}
