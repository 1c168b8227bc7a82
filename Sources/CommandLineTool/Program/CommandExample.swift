internal import Journal

/// An example of a command in its help.
struct CommandExample {
  /// For a shell.
  let line: String
  /// What it does: a fragment without a full stop.
  let text: String

  /// Those of `examples.tsv`, by the names of the command from `tl` on: three for each.
  static let all: [String: [CommandExample]] = {
    var examples: [String: [CommandExample]] = [:]
    var command = ""
    for row in DataTable(PackageResources.examples_tsv).rows {
      if row.count == 3 {
        examples[command, default: []].append(CommandExample(line: row[1], text: row[2]))
      } else {
        command = row[0]
      }
    }
    return examples
  }()
}

extension CommandDescription {
  /// Examples of the command; a command that only has others below it shows the first of each.
  var examples: [CommandExample] {
    CommandExample.all[title] ?? subcommands.compactMap(\.examples.first)
  }
}
