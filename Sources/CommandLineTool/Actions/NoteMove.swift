internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import VaultSync

/// A note that gets another path, with its media; links that this breaks are reported or rewritten.
struct NoteMove {
  let vault: OpenVault
  let note: ResolvedNote
  let path: VaultPath
  /// About the new path.
  var warnings: [String] = []

  /// Prints the note's new path, and what the move means for its links and for git.
  func run(rewritingLinks rewritesLinks: Bool) throws {
    var relocation = NoteRelocation()
    relocation.add(note.path, to: path, in: vault.vault.folder)
    var broken = vault.links(brokenBy: relocation)
    let lines = vault.lineCount(of: note.path)
    let exposed = try exposed(moving: note.path, to: path, in: vault)
    let media = try move(note, to: path, in: vault)
    // New keys move the links of the note itself.
    let added = vault.lineCount(of: path) - lines
    for number in broken.indices where broken[number].note == path {
      broken[number].line += added
    }
    // Without a stored id, the note has the one of its new path.
    let id = (try? NoteResolver(vault).note(at: path))?.id ?? note.id
    try vault.session.console.line(id, path)
    if let media { vault.session.console.say("its media are in \(media.shown)") }
    for file in exposed.prefix(5) {
      vault.session.console.warn(
        "git kept \(file.old.shown) private, by .gitignore or a filter, and tl sync will send \(file.new.shown) as it is"
      )
    }
    for warning in warnings { vault.session.console.warn(warning) }
    try BrokenLinks(links: broken, vault: vault).settle(rewriting: rewritesLinks)
  }

  /// Prints the note's new path and the links that the move would break.
  func show() throws {
    var relocation = NoteRelocation()
    relocation.add(note.path, to: path, in: vault.vault.folder)
    try vault.session.console.line(note.id, path)
    for warning in warnings { vault.session.console.warn(warning) }
    BrokenLinks(links: vault.links(brokenBy: relocation), vault: vault).warn()
    vault.session.console.say("nothing was changed")
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
