import ArgumentParser
internal import VaultFormat
internal import VaultStore
internal import VaultSync

struct TrashRestoreCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Put something back where it was",
    discussion: """
      Prints where it is. If its name is taken by now, -2 is added to it.
      """)

  @Argument(help: ArgumentHelp("Numbers of tl trash list", valueName: "number"))
  var numbers: [Int]

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let vault = try session.openVaultForWriting()
    let origins = try Trash(vault.vault.folder).entries().reduce(into: [:]) { $0[$1.number] = $1 }
    for number in numbers {
      guard let entry = origins[number] else {
        session.fail(
          CommandError(
            "the trash has no entry \(number)", hint: "tl trash list shows what there is"))
        continue
      }
      try restore(entry, vault)
    }
  }

  private func restore(_ entry: TrashEntry, _ vault: OpenVault) throws {
    let session = vault.session
    let result: RestoreResult
    do {
      let destination = try Trash(vault.vault.folder).destination(of: entry)
      let media = try entry.media.map { try vault.vault.folder.allFiles(in: $0) } ?? []
      try vault.checkPrivacy(
        of: RenamedFile.note(entry.origin, to: destination, media: media),
        hint: entry.what == .note && entry.origin != destination
          ? "tl mv \(entry.origin.shown) NAME frees its name"
          : "first move the file that has its name")
      // Released after this call: the note below is updated under its own lock.
      result = try vault.writer().restore(entry.number)
    } catch let error as StoreError {
      if case .locked = error.reason { throw error }
      return session.fail(CommandError(error))
    } catch let error as CommandError {
      return session.fail(error)
    } catch let error as SyncError {
      return session.fail(CommandError(error))
    }
    try session.console.line(TerminalText.line(result.path.shown))
    if result.path != entry.origin {
      session.console.say("\(entry.origin.shown) exists, so it came back under another name")
    }
    for leftover in result.leftovers {
      var error = CommandError(leftover)
      error.hints = ["the rest is back; tl trash restore \(entry.number) tries this again"]
      session.fail(error)
    }
    if entry.what == .media { stampNote(of: result.path, vault) }
  }

  /// Updates the note of restored media.
  private func stampNote(of media: VaultPath, _ vault: OpenVault) {
    guard let folder = media.parent else { return }
    for note in MediaFolder.notes(ofFolder: folder)
    where (try? vault.vault.folder.exists(note)) == true {
      do {
        let resolved = try NoteResolver(vault).resolve(at: note)
        try vault.writer().stamp(note, provisionalID: resolved.id)
      } catch {
        vault.session.fail(CommandError(error, at: note))
      }
    }
  }
}
