internal import VaultFormat
internal import VaultStore

/// The user's editor, opened on a draft.
///
/// Whatever happens to the program or to tl, what was saved last is in the draft: it goes only when its text is
/// safe elsewhere, or when there is nothing in it to lose.
struct Editor {
  let session: Session
  private let program: EditorProgram

  /// Looks for the editor.
  ///
  /// - Parameter instead: what does the same without an editor, as a hint.
  /// - Throws: where none may or can be opened; nothing has been written then.
  init(_ session: Session, instead: String) throws {
    self.session = session
    guard !session.options.noInput else {
      throw CommandError(
        "an editor is needed, and --no-input forbids it", hint: instead, status: .wrongUsage)
    }
    guard let program = EditorProgram(session.environment, session.userConfiguration) else {
      throw CommandError(
        "no editor was found", hint: "set EDITOR to the one that you use; or: \(instead)")
    }
    let hasTerminal =
      StandardStream.input.isTerminal
      && (StandardStream.output.isTerminal || StandardStream.error.isTerminal)
    guard hasTerminal || !program.needsTerminal else {
      throw CommandError(
        "\(program.command.program) needs a terminal, and there is none here", hint: instead,
        status: .wrongUsage)
    }
    self.program = program
  }

  /// Lets the person edit a draft; gives back what is in it then.
  ///
  /// - Parameter original: what the draft is worth nothing without a difference to: a draft that equals it is
  ///   dropped when the editor fails.
  /// - Throws: where the editor cannot be started or does not end with success. The error says where the text is.
  func edit(_ draft: Draft, original: [UInt8], in vault: OpenVault) throws -> [UInt8] {
    let path = vault.systemPath(of: draft.path)
    let status = ChildProcess.runInForeground(program.opening(path), session.environment)
    guard status != 0 else { return try text(of: draft, in: vault) }
    var error = CommandError(failure(status))
    if (try? text(of: draft, in: vault)) == original {
      try Drafts(vault.vault.folder).drop(draft.number)
      error.hints.append("nothing was written")
    } else {
      error.hints.append(vault.whereabouts(of: draft))
    }
    if status == nil { error.hints.append(remedy) }
    throw error
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
    case .variable(let name): "\(name) names it; set it to the program that you use"
    case .configuration(let path): "\(path) names it"
    case .found: "set EDITOR to the program that you use"
    }
  }
}

extension OpenVault {
  /// The absolute path of a file of the vault.
  func systemPath(of path: VaultPath) -> String {
    (resolvedPath(vault.folder.path) ?? vault.folder.path) + "/" + path.text
  }

  /// Where a draft is and how to go on with it, as a hint.
  func whereabouts(of draft: Draft) -> String {
    "the text is in \(systemPath(of: draft.path)); tl drafts resume \(draft.number) takes it up again"
  }
}
