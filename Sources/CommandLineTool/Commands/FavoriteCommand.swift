import ArgumentParser
internal import VaultFormat

struct FavoriteCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "fav",
    abstract: "Mark notes as favourites, or remove the mark",
    discussion: """
      Sets favorite to true, with --off to false where it is true, and prints the notes that changed. tl list --fav shows them.
      """)

  @Argument(help: "The notes; asks when there are none", completion: .notes)
  var notes: [String] = []

  @Flag(help: "Remove the mark")
  var off = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try session.edit(notes, unchanged: off ? "no favourite" : "a favourite already") {
      try $0.setting(.favorite, to: !off)
    }
  }
}
