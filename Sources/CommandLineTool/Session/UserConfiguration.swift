internal import Journal
package import SystemCalls
internal import VaultFormat
internal import VaultStore

/// The user's settings, in `${XDG_CONFIG_HOME:-~/.config}/tl/config.yaml`.
///
/// Programs to start are named here, in the environment or on the command line, never in a vault.
package struct UserConfiguration {
  var editor: String?
  var pager: String?
  /// `recorder: arecord -f cd {file}.wav`: the program of `tl record`.
  var recorder: String?
  /// `notify: [ntfy, publish, https://ntfy.home/me]`: the program that shows notifications.
  var notify: CommandLineWords?
  /// `reminders: {birthdays: off}`: which kinds of reminders are off for this user, whatever a vault says.
  var reminders = ReminderSettings()
  /// `author: Ana`: of the notes that `tl add` makes.
  package var author: String?
  /// `language: de`: of the titles of milestones and of prompts.
  var language: String?
  /// `notesync: on`: a sync ends with one of notesync.
  package var syncsNotesync = false
  /// `notesync_request: 40 MiB`: the maximum size of a notesync request, as written.
  package var notesyncRequest: String?
  /// `site_remote: git@example.org:me/site.git`: where `tl site push` sends the site.
  package var siteRemote: String?
  /// `site_branch: pages`: its branch there.
  package var siteBranch: String?
  /// The path of the file, for messages.
  package var path: String?
  var problem: Finding?
  var unknownKeys: [String] = []
  /// What is wrong with values that have no effect.
  var valueProblems: [String] = []

  private static let keys = [
    "editor", "pager", "recorder", "notify", "reminders", "author", "language", "notesync",
    "notesync_request", "site_remote", "site_branch",
  ]

  static func isKnown(_ key: String) -> Bool { keys.contains(key) }

  package init(_ environment: Environment) {
    guard let folder = environment.configurationFolder else { return }
    let path = folder + "/config.yaml"
    guard let bytes = SystemFile.read(path) else { return }
    self.path = path
    let settings = FrontMatter(settings: bytes)
    problem = settings.problem
    func text(_ name: String) -> String? {
      settings.field(named: name)?.value.text.flatMap { $0.isEmpty ? nil : $0 }
    }
    editor = text("editor")
    pager = text("pager")
    recorder = text("recorder")
    if let setting = settings.field(named: "notify")?.value, !setting.isNull {
      notify = CommandLineWords(setting)
      if notify == nil { valueProblems.append("notify is not a program and its arguments") }
    }
    reminders = ReminderSettings(settings.field(named: "reminders")?.value)
    valueProblems += reminders.problems.map(\.message)
    author = text("author")
    language = text("language")
    syncsNotesync = text("notesync").flatMap { Bool(lenient: $0) } ?? false
    notesyncRequest = text("notesync_request")
    siteRemote = text("site_remote")
    siteBranch = text("site_branch")
    unknownKeys = settings.fields.map(\.name).filter { !Self.keys.contains($0) }
  }
}

extension Session {
  /// Of the titles of milestones and of prompts: that of the user's settings, else English.
  var language: Language { userConfiguration.language.map(Language.init) ?? .english }
}

extension Environment {
  package var home: String? { self["HOME"] }

  /// `${XDG_CONFIG_HOME:-~/.config}/tl`; nil without a home.
  package var configurationFolder: String? {
    if let folder = self["XDG_CONFIG_HOME"] { return folder + "/tl" }
    return home.map { $0 + "/.config/tl" }
  }

  /// `${XDG_CONFIG_HOME:-~/.config}/systemd/user`, for units of the user; nil without a home.
  package var systemdFolder: String? {
    (self["XDG_CONFIG_HOME"] ?? home.map { $0 + "/.config" }).map { $0 + "/systemd/user" }
  }

  /// `${XDG_STATE_HOME:-~/.local/state}/tl`; nil without a home.
  package var stateFolder: String? {
    if let folder = self["XDG_STATE_HOME"] { return folder + "/tl" }
    return home.map { $0 + "/.local/state/tl" }
  }

  var temporaryFolder: String { self["TMPDIR"] ?? "/tmp" }

  /// How long to wait while another process writes: `TL_LOCK_WAIT` in seconds; nil for the default.
  ///
  /// For scripts that would rather fail at once (0) or wait for a long write.
  var lockTimeout: LockTimeout? {
    self["TL_LOCK_WAIT"].flatMap { Int($0) }.map(LockTimeout.seconds)
  }
}
