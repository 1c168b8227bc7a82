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
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "`": break
      case "…": result += "..."
      case "~": result += "\\(ti"
      case "^": result += "\\(ha"
      case "'": result += "\\(aq"
      case "\"": result += "\\(dq"
      default: result.append(character)
      }
    }
    return result.hasPrefix(".") ? "\\&" + result : result
  }
}

extension String {
  /// Without blanks at the start.
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
