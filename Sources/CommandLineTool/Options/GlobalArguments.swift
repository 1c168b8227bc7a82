import ArgumentParser

/// Allows global options before the command's name and between its words, as well as behind it.
///
/// The argument parser accepts them only behind the name, so those before it are moved there.
enum GlobalArguments {
  static func moved(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    var rest = arguments[..<end]
    var options: [String] = []
    var words: [String] = []
    var command: any ParsableCommand.Type = TL.self
    while true {
      options += takeOptions(from: &rest)
      guard let word = rest.first,
        let next = command.configuration.subcommands.first(where: { $0.configuration.has(word) })
      else { break }
      words.append(word)
      rest.removeFirst()
      command = next
      if next.configuration.subcommands.isEmpty { break }
    }
    return words + rest + options + arguments[end...]
  }

  private static func takeOptions(from rest: inout ArraySlice<String>) -> [String] {
    var options: [String] = []
    while let word = rest.first, word.hasPrefix("-") {
      let name = word.split(separator: "=", maxSplits: 1).first.map(String.init) ?? ""
      guard let takesValue = GlobalOptions.names[name] else { break }
      options.append(word)
      rest.removeFirst()
      if takesValue, name == word, let value = rest.popFirst() { options.append(value) }
    }
    return options
  }
}

extension CommandConfiguration {
  fileprivate func has(_ name: String) -> Bool { commandName == name || aliases.contains(name) }
}
