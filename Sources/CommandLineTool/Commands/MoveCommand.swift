import ArgumentParser
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import VaultSync

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

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let vault = try session.openVaultForWriting()
    let note = try NotePicker.pickOne(note, in: vault)
    let target = try MoveTarget(path, for: note.path, in: vault.vault)
    guard target.path != note.path else {
      return session.console.say("\(note.path.shown) is there already")
    }
    var relocation = NoteRelocation()
    relocation.add(note.path, to: target.path, in: vault.vault.folder)
    var broken = vault.links(brokenBy: relocation)
    let lines = vault.lineCount(of: note.path)
    let exposed = try exposed(moving: note.path, to: target.path, in: vault)
    let media = try move(note, to: target.path, in: vault)
    // New keys move the links of the note itself.
    let added = vault.lineCount(of: target.path) - lines
    for number in broken.indices where broken[number].note == target.path {
      broken[number].line += added
    }
    // Without a stored id, the note has the one of its new path.
    let id = (try? NoteResolver(vault).note(at: target.path))?.id ?? note.id
    try session.console.line(id, target.path)
    if let media { session.console.say("its media are in \(media.shown)") }
    for file in exposed.prefix(5) {
      session.console.warn(
        "git kept \(file.old.shown) private, by .gitignore or a filter, and tl sync will send \(file.new.shown) as it is"
      )
    }
    for warning in target.warnings { session.console.warn(warning) }
    try BrokenLinks(links: broken, vault: vault).settle(rewriting: links)
  }

  /// The note and media that git would no longer ignore or encrypt under their new names.
  private func exposed(
    moving note: VaultPath, to target: VaultPath, in vault: OpenVault
  ) throws -> [RenamedFile] {
    let folder = MediaFolder(of: note)?.path
    let media = folder.flatMap { try? vault.vault.folder.allFiles(in: $0) } ?? []
    return try vault.exposed(RenamedFile.note(note, to: target, media: media))
  }

  /// - Returns: where the media folder is, if there is one.
  private func move(
    _ note: ResolvedNote, to path: VaultPath, in vault: OpenVault
  ) throws -> VaultPath? {
    let writer = try vault.writer()
    do {
      try writer.storeIdentity(note.path, provisionalID: note.id)
    } catch let error as EditError {
      // A note whose id comes from its path would be another one at the new path.
      if case .foreignFrontMatter = error { throw CommandError(error, at: note.path) }
      // A move needs no readable front matter.
      vault.session.console.warn(
        "\(note.path.shown):\(error.line): \(error); its id and time of creation could not be stored"
      )
    }
    return try writer.move(note.path, to: path)
  }
}

extension OpenVault {
  fileprivate func lineCount(of path: VaultPath) -> Int {
    (try? vault.folder.read(path))?.bytes.count { $0 == 0x0A } ?? 0
  }
}
