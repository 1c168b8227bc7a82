import ArgumentParser

/// How notes are printed.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print one JSON array")
  var json = false

  @Flag(help: "Print one JSON object per line")
  var jsonl = false

  @Flag(name: [.customShort("0"), .customLong("null")], help: "Print paths, each ended by NUL")
  var nul = false

  @Option(
    help: ArgumentHelp(
      "Print each note by a template such as '{{short_id}} {{title}}'", valueName: "template"))
  var format: String?

  @Flag(
    name: [.customShort("N"), .customLong("numbers")],
    help: "Print @1, @2 and so on before the notes, as names for other commands")
  var numbers = false

  @Flag(help: "Print the whole text of each note below its line")
  var full = false

  @Flag(name: .customLong("no-ages"), help: "Hide the ages of the people whom a note names")
  var noAges = false

  @Flag(name: .customLong("no-text"), help: "Leave the text out of JSON")
  var noText = false

  @Flag(name: .customLong("no-pager"), help: "Do not use a pager")
  var noPager = false

  enum Form {
    case lines
    case json(isArray: Bool)
    case paths
    case template(String)
  }

  var form: Form {
    if json { return .json(isArray: true) }
    if jsonl { return .json(isArray: false) }
    if nul { return .paths }
    if let format { return .template(format) }
    return .lines
  }

  func validate() throws {
    let given = [
      json ? "--json" : nil, jsonl ? "--jsonl" : nil, nul ? "-0" : nil,
      format.map { _ in "--format" },
    ].compactMap { $0 }
    if full, let form = given.first {
      throw ValidationError("--full and \(form) cannot be used together")
    }
    if given.count > 1 {
      throw ValidationError("\(given.joined(separator: " and ")) cannot be used together")
    }
  }
}
