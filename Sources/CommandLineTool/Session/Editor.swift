internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import Words

/// The user's editor, opened on a draft.
///
/// If the editor or tl fails, the draft has the text saved last. It is removed only when its text is safe
/// elsewhere or it contains nothing to lose.
struct Editor {
  let session: Session
  private let program: EditorProgram

  /// Finds the editor.
  ///
  /// - Parameter instead: how to do the same without an editor, as a hint.
  /// - Throws: if no editor may or can be opened; nothing has been written then.
  init(_ session: Session, instead: String) throws {
    self.session = session
    guard !session.options.noInput else {
      throw Problem(usage: "an editor is needed, and --no-input forbids it", hint: instead)
    }
    guard let program = EditorProgram(session.environment, session.userConfiguration) else {
      throw Problem(
        "no editor was found", hint: "set EDITOR to your editor; or: \(instead)")
    }
    let hasTerminal =
      StandardStream.input.isTerminal
      && (StandardStream.output.isTerminal || StandardStream.error.isTerminal)
    guard hasTerminal || !program.needsTerminal else {
      throw Problem(
        usage: "\(program.command.program) needs a terminal, and there is none here", hint: instead)
    }
    self.program = program
  }

  /// Opens a draft in the editor; returns its text afterwards.
  ///
  /// Starts in the folder of the note, so that editors can resolve relative links.
  ///
  /// - Parameter unchanged: texts that exist elsewhere: a draft that equals one of them is removed when the
  ///   editor fails, unless the editor left another file.
  /// - Throws: if the editor cannot be started or fails. The error says where the text is.
  func edit(_ draft: Draft, unchanged: [[UInt8]], in vault: OpenVault) throws -> [UInt8] {
    let path = vault.systemPath(of: draft.path)
    let use = DraftUse(draft.number, in: Drafts(vault.vault.folder))
    defer { withExtendedLifetime(use) {} }
    let command = program.opening(path).command(
      session.environment, in: folder(of: draft, in: vault))
    let status = command.flatMap { try? PipedProcess.runInForeground($0) }
    guard status != 0 else { return try text(of: draft, in: vault) }
    var error = Problem(failure(status))
    let drafts = Drafts(vault.vault.folder)
    let leftovers = (try? drafts.list())?.first { $0.number == draft.number }?.leftovers ?? []
    if let leftover = leftovers.first {
      error.hints.append(
        "the editor left \(vault.systemPath(of: leftover)), which may have unsaved changes")
      error.hints.append(
        "tl drafts resume \(draft.number) opens the same file again, and the editor offers to recover it"
      )
    } else if let text = try? text(of: draft, in: vault), unchanged.contains(text) {
      try drafts.drop(draft.number)
      error.hints.append("nothing was written")
    } else {
      error.hints.append(vault.locationHint(of: draft))
    }
    if status == nil { error.hints.append(remedy) }
    throw error
  }

  /// Nil for a new note, and if the note's folder no longer exists.
  private func folder(of draft: Draft, in vault: OpenVault) -> String? {
    guard let note = draft.note else { return nil }
    return SystemPath.resolved(note.parent.map(vault.systemPath) ?? vault.vault.folder.path)
  }

  private func text(of draft: Draft, in vault: OpenVault) throws -> [UInt8] {
    try vault.vault.folder.read(draft.path).bytes
  }

  private func failure(_ status: Int32?) -> String {
    let name = program.command.program
    return switch status {
    case nil: "the editor \(name) cannot be started"
    case let status? where status > 128: "the editor \(name) was ended by signal \(status - 128)"
    case let status?: "the editor \(name) ended with status \(status)"
    }
  }

  private var remedy: String {
    switch program.origin {
    case .variable(let name): "\(name) names it; set it to your editor"
    case .configuration(let path): "\(path) names it"
    case .found: "set EDITOR to your editor"
    }
  }
}

extension OpenVault {
  /// The absolute path of a file of the vault.
  func systemPath(of path: VaultPath) -> String {
    (SystemPath.resolved(vault.folder.path) ?? vault.folder.path) + "/" + path.text
  }

  /// A hint that an editor left a file with a draft, and how to recover it.
  func recoveryHint(of draft: Draft) -> String {
    "draft \(draft.number) stays, because the editor left a file that may have more: tl drafts resume \(draft.number)"
  }

  /// Where a draft is and how to resume it, as a hint.
  func locationHint(of draft: Draft) -> String {
    "the text is in \(systemPath(of: draft.path)); tl drafts resume \(draft.number) opens it again"
  }
}

/// The user's editor program.
struct EditorProgram: UserProgram, Hashable {
  var command: CommandLineWords
  var origin: ProgramOrigin
}

extension EditorProgram {
  /// Tried in this order if none is named.
  static let fallbacks = ["editor", "nano", "vim", "vi"]

  /// `$TL_EDITOR`, the user's own settings, `$VISUAL`, `$EDITOR`, else the first of `fallbacks` on the path.
  ///
  /// Nil if there is no editor at all.
  init?(_ environment: Environment, _ configuration: UserConfiguration) {
    var named: [(text: String?, origin: ProgramOrigin)] = [
      (environment["TL_EDITOR"], .variable("TL_EDITOR")),
      (configuration.editor, .configuration(path: configuration.path ?? "")),
    ]
    named += ["VISUAL", "EDITOR"].map { (environment[$0], .variable($0)) }
    let fallbacks = Self.fallbacks.map { CommandLineWords(program: $0, arguments: []) }
    self.init(firstOf: named, else: fallbacks, environment)
  }

  /// Whether it runs in the terminal, as far as tl knows the program.
  var needsTerminal: Bool { Self.terminalEditors.contains(name) }

  /// The command that opens `path` and ends when the file is closed.
  func opening(_ path: String) -> CommandLineWords {
    var command = command
    if let options = Self.waitOptions[name], let option = options.first,
      !command.arguments.contains(where: options.contains)
    {
      command.arguments.append(option)
    }
    command.arguments.append(path)
    return command
  }

  private static let terminalEditors: Set = [
    "editor", "ee", "emacs", "helix", "hx", "jed", "joe", "kak", "mcedit", "mg", "micro", "nano",
    "ne", "nvi", "nvim", "pico", "vi", "view", "vim", "vim.basic", "vim.tiny", "zile",
  ]

  /// The options by which graphical editors wait until the file is closed, in every spelling; the first is added.
  private static let waitOptions: [String: [String]] = {
    let short = ["--wait", "-w"]
    var options = Dictionary(
      uniqueKeysWithValues: [
        "atom", "bbedit", "code", "code-insiders", "codium", "cursor", "gedit", "mate", "subl",
        "sublime_text", "vscodium", "windsurf", "zed", "zeditor",
      ].map { ($0, short) })
    for name in ["gvim", "mvim"] { options[name] = ["--nofork", "-f"] }
    options["kate"] = ["--block", "-b"]
    options["gnome-text-editor"] = ["--standalone", "-s"]
    return options
  }()
}
