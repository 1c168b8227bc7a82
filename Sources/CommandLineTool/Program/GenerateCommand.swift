import ArgumentParser
internal import SystemCalls

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
        throw CommandError(
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
