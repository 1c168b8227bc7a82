import ArgumentParser
internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show and change the settings of the vault",
    discussion: """
      They are in .tl/config.yaml, which all devices share; a change touches one value and leaves the rest of the file as it \
      is. Your own settings, such as the editor, are in ~/.config/tl/config.yaml: a vault may come from somebody else, so it \
      names no program and no address.
      """,
    subcommands: [ConfigGetCommand.self, ConfigSetCommand.self, ConfigUnsetCommand.self],
    defaultSubcommand: ConfigGetCommand.self)
}

struct ConfigGetCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "get",
    abstract: "Print a setting, or all that are set",
    discussion: """
      Ends with 1 if KEY is not set. With --json: its value, and without KEY an object of all values by their keys, null \
      where one is not set.
      """)

  @Argument(help: .settingKey, completion: .settingKeys)
  var key: String?

  @OptionGroup var output: ValueOptions
  @OptionGroup var global: GlobalOptions

  func run(in vault: OpenVault) throws {
    let settings = try vault.settings
    let console = vault.console
    if let key {
      guard let value = try SettingKey(named: key).value(in: settings) else {
        console.say("\(key) is not set")
        try console.end(with: .nothingFound)
      }
      return try console.line(
        output.json ? NoteJSONV1.value(value.value).pretty : TerminalText.line(value.plainText))
    }
    let values = SettingKey.all.map { ($0.text, $0.value(in: settings)) }
    if output.json {
      let entries = values.map { ($0, $1.map { NoteJSONV1.value($0.value) } ?? .null) }
      return try console.print(.object(entries))
    }
    let rows = values.compactMap { key, value in
      value.map { [key, TerminalText.line($0.plainText)] }
    }
    if rows.isEmpty { console.say("no setting is set; tl config set KEY VALUE sets one") }
    for line in TextColumns.lines(rows) { try console.line(line) }
  }
}

struct ConfigSetCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Change a setting",
    discussion: """
      The settings are \(SettingKey.all.map(\.text).joined(separator: ", ")), and prompts.ID and milestones.ID for prompts \
      and milestones of your own. Lists are written a,b. A value that tl cannot read is refused, and nothing is written.
      """)

  @Argument(help: .settingKey, completion: .settingKeys)
  var key: String

  @Argument(help: "The value; words are joined by spaces")
  var value: [String]

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let text = value.joined(separator: " ")
    guard !text.trimmingBlanks.isEmpty else {
      throw Problem(
        usage: "the value is empty", hint: "tl config unset \(key.shellWord) removes the setting")
    }
    try SettingKey(named: key).change(to: text, in: session)
  }
}

struct ConfigUnsetCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "unset",
    abstract: "Remove a setting, so that its default applies")

  @Argument(help: .settingKey, completion: .settingKeys)
  var key: String

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try SettingKey(named: key).change(to: nil, in: session)
  }
}

extension ArgumentHelp {
  fileprivate static let settingKey = ArgumentHelp(
    "The setting, such as since.display", valueName: "key")
}

extension CompletionKind {
  fileprivate static let settingKeys = CompletionKind.list(SettingKey.all.map(\.text))
}

extension SettingKey {
  /// - Throws: a usage error for a name that is none, and for settings that have commands of their own.
  fileprivate init(named text: String) throws {
    guard let key = SettingKey(text) else {
      throw Problem(
        usage: "'\(text)' is not a setting that tl config changes", hint: Self.hint(about: text))
    }
    self = key
  }

  private static func hint(about text: String) -> String {
    let name = String(text.prefix { $0 != "." })
    switch name {
    case "categories": return "tl category changes the categories"
    case "format": return "format is the version of the files, and no choice"
    case _ where UserConfiguration.isKnown(name):
      return "a vault may come from somebody else; put \(name) into ~/.config/tl/config.yaml"
    default: return "tl help config set lists them"
    }
  }

  /// Changes the settings of the vault; nil removes this one.
  ///
  /// - Throws: an error for a value that tl would not read; nothing is written then.
  fileprivate func change(to text: String?, in session: Session) throws {
    let vault = try session.openVaultForWriting()
    let isChange: Bool
    do {
      isChange = try vault.writer().editSettings { settings in
        try changing(settings, to: text) { $0.zoneProblem }
      }
    } catch let refusal as SettingRefusal {
      throw Problem(usage: refusal.reason, hint: "nothing was changed; tl help config set")
    }
    guard isChange else {
      return session.console.say(text == nil ? "\(self.text) is not set" : "it is so already")
    }
    let value = value(in: try vault.settings).map { TerminalText.line($0.plainText) }
    try session.console.line(
      value.map { "\(self.text): \($0)" } ?? "\(self.text) is not set any more")
  }
}

extension OpenVault {
  /// The settings as they are now.
  fileprivate var settings: SettingsDocument {
    get throws { try SettingsDocument(of: vault.folder) }
  }
}
