import ArgumentParser
internal import VaultFormat
internal import VaultStore
internal import VaultSync
internal import Words

struct RestoreCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Bring back an earlier version of a note, or a deleted note",
    discussion: """
      Writes the version back as a new change, so that it reaches every device like any other. An existing note \
      gets the old text, and its current text is kept in the trash; a deleted note comes back where it was, with \
      its media. Without --at it is the last recorded version that differs from the note. \
      NOTE may be the path or the id of a deleted note.
      """)

  @Argument(help: "The note", completion: .notes)
  var note: String

  @Option(help: ArgumentHelp("As it was then: an id of tl log, or a date", valueName: "when"))
  var at: String?

  @OptionGroup var global: GlobalOptions

  func run(in vault: OpenVault) throws {
    let history = try vault.syncedForReading().history()
    let found = try history.note(named: note, in: vault)
    let bytes = try found.present.map { try vault.vault.folder.read($0).bytes }
    let past = try version(of: found.note, otherThan: bytes, in: history, of: vault)
    guard bytes != past.bytes else {
      vault.console.say("\(past.path.shown) is as it was then; nothing was changed")
      return
    }
    if found.present == nil {
      try vault.checkPrivacy(
        of: RenamedFile.note(
          past.path, to: vault.vault.folder.freePath(like: past.path),
          media: past.media.compactMap { VaultPath($0.path.name) }),
        hint: "tl mv \(past.path.shown) NAME frees its name")
    }
    let restoration = try Problem.naming(found.present ?? past.path) {
      try history.restore(past, over: found.present, with: vault.writer())
    }
    try vault.console.line(past.id, restoration.path)
    report(restoration, of: past, on: vault.console)
  }

  private func version(
    of note: HistoricNote, otherThan bytes: [UInt8]?, in history: VaultHistory,
    of vault: OpenVault
  ) throws -> PastNote {
    if let at { return try history.note(note, at: at, in: vault) }
    guard let past = try history.lastVersion(of: note, otherThan: bytes) else {
      throw Problem(
        "no other version of \(note.path.shown) is in the history",
        hint: "tl log \(note.path.shown) shows what is")
    }
    return past
  }

  private func report(
    _ restoration: NoteRestoration, of past: PastNote, on console: Console
  ) {
    let version = "as it was on \(TimeText.minute(past.time))"
    if let before = restoration.before {
      console.say(
        "\(version); its former text is in the trash: tl trash restore \(before.number) brings it back"
      )
      return
    }
    let count = restoration.media.count
    let media = count == 0 ? "" : ", with \(count.counted("media file"))"
    console.say("back \(version)\(media)")
    if restoration.path != past.path {
      console.say("\(past.path.shown) exists, so it came back under another name")
    }
  }
}
