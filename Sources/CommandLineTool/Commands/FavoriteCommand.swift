import ArgumentParser
internal import VaultFormat

struct FavoriteCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "fav",
    abstract: "Mark notes as favourites",
    discussion: "Sets favorite to true and prints the notes that changed. tl list --fav shows them."
  )

  @Argument(help: "The notes; asks when there are none", completion: .notes)
  var notes: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try session.edit(notes, unchanged: "a favourite already") {
      try $0.setting(.favorite, to: true)
    }
  }
}

struct UnfavoriteCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "unfav",
    abstract: "Notes are no favourites any more",
    discussion: "Sets favorite to false where it is true, and prints the notes that changed.")

  @Argument(help: "The notes; asks when there are none", completion: .notes)
  var notes: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try session.edit(notes, unchanged: "no favourite") { try $0.setting(.favorite, to: false) }
  }
}
