import ArgumentParser
internal import VaultFormat

struct MoveCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "mv",
    abstract: "Move or rename a note with its media",
    discussion: """
      PATH is a folder or a new name, from the current folder when that is in the vault, else from the vault's \
      root; missing folders are made, and .md is added. Nothing is replaced. A note that stores no id \
      or time of creation gets them, so that it stays the same note.

      Links that the move breaks are reported, in the note itself and in others; --links rewrites them, and on a \
      terminal tl asks. Only the destination of such a link changes, not updated and no other byte of a note. \
      [[links by name]] that still lead to the note stay as they are. Links in front matter and in HTML are not \
      checked.
      """,
    aliases: ["move"])

  @Argument(help: "The note", completion: .notes)
  var note: String

  @Argument(help: "Where to: a folder, or a new name", completion: .directory)
  var path: String

  @Flag(help: "Rewrite the links that the move breaks")
  var links = false

  @Flag(name: [.customShort("N"), .long], help: "Print what would change, and change nothing")
  var dryRun = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let vault = try dryRun ? session.openVault() : session.openVaultForWriting()
    let note = try NotePicker.pickOne(note, in: vault)
    let target = try MoveTarget(path, for: note.path, in: vault.vault)
    guard target.path != note.path else {
      return session.console.say("\(note.path.shown) is there already")
    }
    let move = NoteMove(vault: vault, note: note, path: target.path, warnings: target.warnings)
    try dryRun ? move.show() : move.run(rewritingLinks: links)
  }
}
