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
    let move = try move(note, to: target.path, vault)
    // Where no id could be stored, it is the new path's.
    let id = (try? NoteResolver(vault).resolve(at: move.new))?.id ?? note.id
    try session.console.line(id, move.new)
    if let media = move.newMedia { session.console.say("its media are in \(media.text)") }
    for warning in target.warnings { session.console.warn(warning) }
    try Self.tellBrokenLinks(by: move, vault)
  }

  private func move(
    _ note: ResolvedNote, to path: VaultPath, _ vault: OpenVault
  ) throws -> NoteMove {
    let writer = try vault.writer()
    do {
      try writer.storeIdentity(note.path, provisionalID: note.id)
    } catch let error as EditError {
      // A note that goes by its path would be another one at the new path.
      if case .foreignFrontMatter = error { throw CommandError(error, at: note.path) }
      // A move needs no readable front matter.
      vault.session.console.warn(
        "\(note.path.text):\(error.line): \(error); its id and time of creation could not be stored"
      )
    }
    let media = try writer.move(note.path, to: path)
    return NoteMove(from: note.path, to: path, newMedia: media)
  }

  /// The text is the person's: links in it are named, not rewritten.
  private static func tellBrokenLinks(by move: NoteMove, _ vault: OpenVault) throws {
    let document = NoteDocument(try vault.vault.folder.read(move.new).bytes)
    let broken = try vault.vault.brokenLinks(of: document, by: move)
    guard !broken.isEmpty else { return }
    let console = vault.session.console
    for broken in broken.prefix(shownLinks) {
      console.warn(
        "\(move.new.text):\(broken.link.line): the link \(broken.link.text) leads nowhere now; "
          + "\(broken.destination) would work")
    }
    if broken.count > shownLinks { console.say("and \(broken.count - shownLinks) more links") }
    console.say("the text was left as it is; tl edit \(move.new.text) opens it")
  }

  private static let shownLinks = 10
}
