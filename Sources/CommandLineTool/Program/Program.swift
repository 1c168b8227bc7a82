import ArgumentParser
internal import SystemCalls
internal import Words

/// The program: runs the command that its arguments name, and exits with a status.
package enum Program {
  /// - Parameter network: runs the commands that need a network stack; nil leaves them to `tl-net`.
  package static func main(network: NetworkProgram.Handler? = nil) {
    fillStandardStreams()
    ignoreClosedPipes()
    let given = Array(CommandLine.arguments.dropFirst())
    switch given.first {
    // The parser would first read every command.
    case "--version" where given.count == 1: printAndExit(Version.text)
    case "complete":
      CompletionResponse.run(Array(given.dropFirst()))
      exitProcess(ExitStatus.done.rawValue)
    default: run(GlobalArguments(given), network)
    }
  }

  private static func run(_ given: GlobalArguments, _ network: NetworkProgram.Handler?) {
    let arguments = given.words
    do {
      if arguments.first == "help" { try help(arguments.dropFirst()) }
      guard var command = try given.parsed() as? any TLCommand else {
        requestedHelp(arguments)
      }
      if let network, let command = command as? any NetworkCommand {
        let session = try Session(command.global)
        try session.run { try network(command.networkRequest, session) }
      } else {
        try command.run()
      }
    } catch let exit as QuietExit {
      exitProcess(exit.status.rawValue)
    } catch let error as Problem {
      report(error)
    } catch let error where TL.exitCode(for: error) == .success {
      // The version; everything else is wrong usage.
      printAndExit(TL.fullMessage(for: error))
    } catch {
      report(UsageError(arguments).error(error))
    }
  }

  /// `tl help NAME…`.
  private static func help(_ arguments: some Sequence<String>) throws -> Never {
    let reading = CommandLineParts(FormerNames.replaced(in: ArraySlice(arguments)))
    if let name = reading.positionals.first {
      throw UsageError.unknownCommand(name, below: reading.command)
    }
    help(reading.command)
  }

  private static func help(_ command: CommandDescription) -> Never {
    let width = min(StandardStream.output.terminalWidth ?? 80, HelpPage.widest)
    let style = Style(isOn: ColorChoice.auto.isOn(for: .output, Environment()))
    printAndExit(HelpPage(command: command, width: width, style: style).text)
  }

  /// Help by `--help`, or a group of commands without the name of one.
  private static func requestedHelp(_ arguments: [String]) -> Never {
    let reading = CommandLineParts(arguments)
    // The parser reads the h of `-shoes` as `--help`.
    if case .unknownOption(let word)? = reading.problem, !word.hasPrefix("--"),
      let error = UsageError(arguments).misread
    {
      report(error)
    }
    let needsCommand =
      !reading.command.subcommands.isEmpty && reading.command.defaultSubcommand == nil
    if needsCommand, !reading.usedOptions.contains("--help") {
      report(UsageError.missingCommand(below: reading.command))
    }
    help(reading.command)
  }

  private static func report(_ error: Problem) -> Never {
    let console = Console(GlobalOptions.plain, Environment())
    console.report(error)
    exitProcess(error.status.rawValue)
  }

  private static func printAndExit(_ text: String) -> Never {
    _ = StandardStream.output.write((text + "\n").utf8)
    exitProcess(ExitStatus.done.rawValue)
  }
}

/// The list of commands.
struct TL: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tl",
    abstract: "A personal timeline kept as plain Markdown files",
    discussion: """
      tl alone prints the timeline. A vault is a folder of notes; commands work from any folder inside it. \
      tl help COMMAND shows more about a command.
      """,
    version: Version.text,
    subcommands: CommandGroup.all.flatMap(\.commands) + [
      DetachCommand.self, OperationsCommand.self, TemplateCommand.self, MergeDriverCommand.self,
      GenerateCommand.self,
    ],
    defaultSubcommand: ListCommand.self)
}
