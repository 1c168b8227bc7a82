internal import SystemCalls

/// The user's editor program.
struct EditorProgram: Hashable {
  var command: CommandLineWords
  var origin: ProgramOrigin
}

extension EditorProgram {
  /// Tried in this order if none is named.
  static let fallbacks = ["editor", "nano", "vim", "vi"]

  /// `$TL_EDITOR`, the user's own settings, `$VISUAL`, `$EDITOR`, else the first of `fallbacks` on the path.
  ///
  /// A name of only spaces counts as none. Nil if there is no editor at all.
  init?(_ environment: Environment, _ configuration: UserConfiguration) {
    var named: [(text: String?, origin: ProgramOrigin)] = [
      (environment["TL_EDITOR"], .variable("TL_EDITOR")),
      (configuration.editor, .configuration(path: configuration.path ?? "")),
    ]
    named += ["VISUAL", "EDITOR"].map { (environment[$0], .variable($0)) }
    if let named = NamedProgram(firstOf: named) {
      self.init(command: named.command, origin: named.origin)
      return
    }
    guard let found = Self.fallbacks.first(where: { environment.program($0) != nil }) else {
      return nil
    }
    self.init(command: CommandLineWords(program: found, arguments: []), origin: .found)
  }

  /// The program's name without its folder.
  private var name: Substring { command.program.split(separator: "/").last ?? "" }

  /// Whether it runs in the terminal, as far as tl knows the program.
  var needsTerminal: Bool { Self.terminalEditors.contains(String(name)) }

  /// The command that opens `path` and ends when the file is closed.
  func opening(_ path: String) -> CommandLineWords {
    var command = command
    if let options = Self.waitOptions[String(name)], let option = options.first,
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
