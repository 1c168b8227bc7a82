import ArgumentParser
internal import System

/// What a program does with the words it was started with: a command run, an exit status out.
package enum Program {
  /// - Parameter notesync: does what `tl notesync` is asked for; nil: the program beside this one does.
  package static func main(notesync: NotesyncProgram.Handler? = nil) {
    fillStandardStreams()
    ignoreClosedPipes()
    let given = Array(CommandLine.arguments.dropFirst())
    switch given.first {
    // The parser would look at every command first.
    case "--version" where given.count == 1: printAndExit(Version.text)
    case "complete":
      CompletionResponse.run(Array(given.dropFirst()))
      exitProcess(ExitStatus.done.rawValue)
    default: run(QueryWords.moved(GlobalArguments.moved(given)), notesync)
    }
  }

  private static func run(_ arguments: [String], _ notesync: NotesyncProgram.Handler?) {
    do {
      if arguments.first == "help" { try help(arguments.dropFirst()) }
      var command = try TL.parseAsRoot(arguments)
      if let notesync, let asking = command as? any NotesyncAsking {
        let session = try Session(asking.global)
        try session.run { try notesync(asking.request, session) }
      } else {
        try command.run()
      }
    } catch let exit as QuietExit {
      exitProcess(exit.status.rawValue)
    } catch let error as CommandError {
      report(error)
    } catch {
      end(with: error, arguments)
    }
  }

  /// `tl help NAME…`.
  private static func help(_ arguments: some Sequence<String>) throws -> Never {
    let reading = CommandLineReading(arguments)
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

  /// Help and version go to standard output; everything else is wrong usage.
  private static func end(with error: any Error, _ arguments: [String]) -> Never {
    guard TL.exitCode(for: error) != .success else {
      let text = TL.fullMessage(for: error)
      // Help that was asked for by an option: the parser's own text begins so.
      if text.hasPrefix("OVERVIEW: ") {
        let reading = CommandLineReading(arguments)
        if reading.unknownShort != nil {
          report(UsageError(message: "", arguments: arguments).error)
        }
        guard reading.usedOptions.contains("--help") || reading.command.defaultSubcommand != nil
        else {
          report(UsageError.missingCommand(below: reading.command))
        }
        help(reading.command)
      }
      printAndExit(text)
    }
    report(UsageError(message: TL.message(for: error), arguments: arguments).error)
  }

  private static func report(_ error: CommandError) -> Never {
    let console = Console(GlobalOptions.plain, Environment())
    console.report(error)
    exitProcess(error.status.rawValue)
  }

  private static func printAndExit(_ text: String) -> Never {
    _ = StandardStream.output.write((text + "\n").utf8)
    exitProcess(ExitStatus.done.rawValue)
  }
}
