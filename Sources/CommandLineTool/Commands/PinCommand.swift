import ArgumentParser
internal import VaultFormat

struct PinCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "pin",
    abstract: "Keep notes at the top of the timeline",
    discussion: "Prints the notes that changed. A note that is pinned stays as it is.")

  @Argument(help: "The notes; asks when there are none", completion: NoteCompletion.kind)
  var notes: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try Pinning(isPinned: true).run(notes, in: session)
  }
}

struct UnpinCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "unpin",
    abstract: "Return notes to their place in the timeline",
    discussion: """
      Prints the notes that changed. Sets pinned to false; tl set NOTE pinned= removes the line from the file.
      """)

  @Argument(help: "The notes; asks when there are none", completion: NoteCompletion.kind)
  var notes: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try Pinning(isPinned: false).run(notes, in: session)
  }
}

/// Shared by pin and unpin.
private struct Pinning {
  let isPinned: Bool

  func run(_ words: [String], in session: Session) throws {
    let vault = try session.openVaultForWriting()
    let notes = try NotePicker.pick(words: words, allowsSeveral: true, in: vault)
    let edits = NoteEdits(vault: vault, unchanged: isPinned ? "pinned already" : "not pinned")
    try edits.make(in: notes) { try $0.settingPinned(isPinned) }
  }
}
