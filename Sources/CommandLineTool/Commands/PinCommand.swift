import ArgumentParser
internal import VaultFormat

struct PinCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "pin",
    abstract: "Keep notes at the top of the timeline",
    discussion: "Prints the notes that changed. A note that is pinned stays as it is.")

  @Argument(help: "The notes; asks when there are none", completion: .notes)
  var notes: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try session.edit(notes, unchanged: "pinned already") { try $0.settingPinned(true) }
  }
}

struct UnpinCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "unpin",
    abstract: "Return notes to their place in the timeline",
    discussion: """
      Prints the notes that changed. Sets pinned to false; tl set NOTE pinned= removes the line from the file.
      """)

  @Argument(help: "The notes; asks when there are none", completion: .notes)
  var notes: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try session.edit(notes, unchanged: "not pinned") { try $0.settingPinned(false) }
  }
}
