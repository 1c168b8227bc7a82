import ArgumentParser
internal import VaultFormat
internal import VaultStore

struct MoveCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "mv",
    abstract: "Move or rename a note with its media",
    discussion: """
      PATH is a folder or a new name, from the current folder when that is in the vault, else from the vault's \
      root; folders that are missing are made and .md is added. Nothing is replaced. A note that stores no id \
      or time of creation gets them, so that it stays the same note; its text stays as it is.
      """,
    aliases: ["move"])

  @Argument(help: "The note", completion: NoteCompletion.kind)
  var note: String

  @Argument(help: "Where to: a folder, or a new name", completion: .directory)
  var path: String

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let vault = try session.openVaultForWriting()
    let note = try NotePicker.pickOne(note, in: vault)
    let target = try MoveTarget(path, for: note.path, in: vault.vault)
    guard target.path != note.path else {
      return session.console.say("\(note.path.text) is there already")
    }
    let media = try move(note, to: target.path, vault)
    try session.console.line(note.id, target.path)
    if let media { session.console.say("its media are in \(media.text)") }
    for warning in target.warnings { session.console.warn(warning) }
  }

  /// The media folder's new path.
  private func move(
    _ note: ResolvedNote, to path: VaultPath, _ vault: OpenVault
  ) throws -> VaultPath? {
    let writer = try vault.writer()
    do {
      try writer.storeIdentity(note.path, provisionalID: note.id)
    } catch let error as EditError {
      // A move needs no readable front matter.
      vault.session.console.warn(
        "\(note.path.text):\(error.line): \(error); its id and time of creation could not be stored")
    }
    return try writer.move(note.path, to: path)
  }
}
