import ArgumentParser

/// Where the program starts: arguments in, a command run, an exit status out.
@main
enum Main {
  static func main() {
    ignoreClosedPipes()
    let arguments = GlobalArguments.moved(Array(CommandLine.arguments.dropFirst()))
    do {
      var command = try TL.parseAsRoot(arguments)
      try command.run()
    } catch let exit as QuietExit {
      exitProcess(exit.status.rawValue)
    } catch let error as CommandError {
      report(error)
    } catch {
      end(with: error)
    }
  }

  /// Help and version go to standard output; everything else is wrong usage.
  private static func end(with error: any Error) -> Never {
    let text = TL.fullMessage(for: error)
    guard TL.exitCode(for: error) != .success else {
      _ = StandardStream.output.write((text + "\n").utf8)
      exitProcess(ExitStatus.done.rawValue)
    }
    var failure = CommandError(UsageMessage.text(of: TL.message(for: error)), status: .wrongUsage)
    failure.hints = [UsageMessage.hint(fullMessage: text)]
    report(failure)
  }

  private static func report(_ error: CommandError) -> Never {
    let console = Console(GlobalOptions.plain, Environment())
    console.report(error)
    exitProcess(error.status.rawValue)
  }
}

/// The words of the argument parser, brought into the form of all other errors.
enum UsageMessage {
  /// A fragment in lower case without a full stop.
  static func text(of message: String) -> String {
    var text = message.split(separator: "\n").first.map(String.init) ?? message
    while text.last == "." { text.removeLast() }
    let second = text.dropFirst().first
    guard let first = text.first, first.isUppercase, second?.isUppercase != true else { return text }
    return first.lowercased() + text.dropFirst()
  }

  /// The usage line that the parser prints, as what to do next.
  static func hint(fullMessage: String) -> String {
    let usage = fullMessage.split(separator: "\n").first { $0.hasPrefix("Usage: ") }
    let words = usage?.dropFirst("Usage: ".count).split(separator: " ") ?? []
    let names = words.dropFirst().prefix { !"<[-(".contains($0.first ?? "-") }.joined(separator: " ")
    return names.isEmpty ? "tl help lists the commands" : "tl help \(names) shows how it is written"
  }
}
