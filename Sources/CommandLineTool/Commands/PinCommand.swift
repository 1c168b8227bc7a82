import ArgumentParser
internal import VaultFormat

struct PinCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "pin",
    abstract: "Pin notes to the top of the timeline, or unpin them",
    discussion: """
      Prints the notes that changed. --off sets pinned to false; tl set NOTE pinned= removes the line from the file.
      """)

  @Argument(help: "The notes; asks when there are none", completion: .notes)
  var notes: [String] = []

  @Flag(help: "Return them to their place in the timeline")
  var off = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try session.edit(notes, unchanged: off ? "not pinned" : "pinned already") {
      try $0.settingPinned(!off)
    }
  }
}
