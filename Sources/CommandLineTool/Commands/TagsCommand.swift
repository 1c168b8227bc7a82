import ArgumentParser
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex

struct TagListCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the tags and how many notes have each",
    discussion:
      """
      By name, or with --sort count the most used first. A nested tag such as a/b is counted separately. With \
      --json: an array of {tag, count}.
      """
  )

  @Option(help: "Order: name or count")
  var sort: Order = .name

  @Flag(help: "Print only the names")
  var names = false

  @Flag(help: "Print a JSON array")
  var json = false

  @OptionGroup var global: GlobalOptions

  enum Order: String, ExpressibleByArgument, CaseIterable {
    case name, count
  }

  func validate() throws {
    if names, json { throw ValidationError("--names and --json cannot be used together") }
  }

  func run(in session: Session) throws {
    let vault = try session.openVault()
    var counts = try vault.scan().tagCounts
    if sort == .count { counts.sort { ($1.count, $0.tag) < ($0.count, $1.tag) } }
    let console = session.console
    if json {
      let values = counts.map { count in
        JSONValue.object([("tag", .string(count.tag.text)), ("count", .int(count.count))])
      }
      try console.line(JSONValue.array(values).pretty)
    } else if names {
      for count in counts { try console.line(TerminalText.line(count.tag.text)) }
    } else if counts.isEmpty {
      console.say("no note has a tag yet; tl tag add NOTE TAG gives it one")
    } else {
      try Self.print(counts, on: console)
    }
  }

  private static func print(_ counts: [VaultIndex.TagCount], on console: Console) throws {
    let width = counts.map { String($0.count).count }.max() ?? 0
    for count in counts {
      let number = String(count.count)
      let indent = String(repeating: " ", count: width - number.count)
      try console.line(
        "\(indent)\(number)  " + console.style.green("#" + TerminalText.line(count.tag.text)))
    }
  }
}
