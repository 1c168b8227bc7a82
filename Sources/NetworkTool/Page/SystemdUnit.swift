internal import CommandLineTool

/// A user unit of systemd that runs a program (systemd.service(5)).
struct SystemdUnit {
  /// One line.
  var description: String
  /// The program's absolute path, and its arguments.
  var command: [String]
  var variables: [(name: String, value: String)] = []

  var text: String {
    let environment = variables.map { "\(SystemdText.environment($0.name, $0.value))\n" }
    return """
      # Made by tl serve install; tl serve uninstall removes it.
      [Unit]
      Description=\(SystemdText.plain(description))

      [Service]
      ExecStart=\(SystemdText.command(command))
      \(environment.joined())Restart=on-failure
      RestartSec=5

      [Install]
      WantedBy=default.target

      """
  }
}
