/// A user unit of systemd that runs a program (systemd.service(5)).
struct SystemdUnit {
  /// One line.
  var description: String
  /// The program's absolute path, and its arguments.
  var command: [String]
  var variables: [(name: String, value: String)] = []

  var text: String {
    let environment = variables.map { "Environment=\(Self.quoted("\($0.name)=\($0.value)"))\n" }
    // Dollar signs are variables in commands alone (systemd.service(5), "Command lines").
    let words = command.map { Self.quoted($0).replacingAll("$", by: "$$") }
    return """
      # Made by tl serve install; tl serve uninstall removes it.
      [Unit]
      Description=\(Self.specifiersEscaped(description))

      [Service]
      ExecStart=\(words.joined(separator: " "))
      \(environment.joined())Restart=on-failure
      RestartSec=5

      [Install]
      WantedBy=default.target

      """
  }

  /// In double quotes, with the escapes of systemd.syntax(7) and without specifiers.
  private static func quoted(_ text: String) -> String {
    var result = ""
    for scalar in specifiersEscaped(text).unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return "\"\(result)\""
  }

  private static func specifiersEscaped(_ text: String) -> String {
    text.replacingAll("%", by: "%%")
  }
}

extension String {
  fileprivate func replacingAll(_ character: Character, by text: String) -> String {
    split(separator: character, omittingEmptySubsequences: false).joined(separator: text)
  }
}
