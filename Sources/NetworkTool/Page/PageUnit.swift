internal import CommandLineTool
internal import Page
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import Words

/// The unit of systemd that serves a vault: one for each, named like its page.
struct PageUnit {
  private let session: Session
  private let vault: Vault
  private let name: String
  /// Absolute.
  private let folder: String

  init(_ session: Session) throws {
    self.session = session
    vault = try session.openVault().vault
    let host = try PageState(StateFolders(session).page(of: vault)).hostName()
    name = "\(host.prefix { $0 != "." }).service"
    guard let folder = session.environment.systemdFolder else {
      throw Problem(
        "there is no place for units of systemd", hint: "set HOME or XDG_CONFIG_HOME")
    }
    self.folder = folder
  }

  private var path: String { "\(folder)/\(name)" }

  func install(_ settings: ServeSettings, isDryRun: Bool) throws {
    let unit = try unit(settings)
    if isDryRun {
      for line in unit.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
        try session.console.line(TerminalText.line(String(line)))
      }
      return session.console.say("this would be \(path)")
    }
    try SystemPath.makeFolders(folder, permissions: 0o755)
    try PrivateFile(path).write(Array(unit.text.utf8))
    session.console.say("\(path) is written")
    session.console.say("systemctl --user daemon-reload && systemctl --user enable --now \(name)")
    session.console.say(
      "starts it, now and when you log in; loginctl enable-linger: with the machine")
  }

  func uninstall(isDryRun: Bool) throws {
    guard (try? FileDescriptor.status(ofPath: path)) != nil else {
      throw Problem(
        "tl serve is not installed for this vault: there is no \(path)",
        hint: "tl serve install writes it")
    }
    if isDryRun { return session.console.say("this would remove \(path)") }
    try SystemPath.remove(path)
    // The link by which systemctl enables it; without its file systemctl would not find it any more.
    try? SystemPath.remove("\(folder)/default.target.wants/\(name)")
    session.console.say("\(path) is removed")
    session.console.say("systemctl --user stop \(name) ends the one that runs now")
  }

  private func unit(_ settings: ServeSettings) throws -> SystemdUnit {
    guard let program = NetworkProgram.toolPath else {
      throw Problem("tl is not where it belongs", hint: "scripts/install puts it there")
    }
    let words = [program, "--vault", vault.plainPath, "serve"] + settings.arguments
    // A line end would end the setting, and what follows would be settings of its own.
    guard !words.contains(where: { $0.contains(where: \.isNewline) }) else {
      throw Problem("a path or an option has a line end, which a unit cannot hold")
    }
    var unit = SystemdUnit(description: "The timeline in \(vault.plainPath)", command: words)
    for name in ["XDG_STATE_HOME", "XDG_CONFIG_HOME"] {
      if let value = session.environment[name], !value.contains(where: \.isNewline) {
        unit.variables.append((name, value))
      }
    }
    return unit
  }
}

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
