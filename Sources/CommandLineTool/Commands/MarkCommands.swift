import ArgumentParser
internal import VaultFormat

struct PinCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "pin",
    abstract: "Pin notes to the top of the timeline, or unpin them",
    discussion: """
      Prints the notes that changed. --off sets pinned to false; tl set NOTE pinned= removes the line from the file.
      """)

  @OptionGroup var named: NotesArguments

  @Flag(help: "Return them to their place in the timeline")
  var off = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try session.edit(named.notes, unchanged: off ? "not pinned" : "pinned already") {
      try $0.settingPinned(!off)
    }
  }
}

struct FavoriteCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "fav",
    abstract: "Mark notes as favourites, or remove the mark",
    discussion: """
      Sets favorite to true, with --off to false where it is true, and prints the notes that changed. tl list --fav shows them.
      """)

  @OptionGroup var named: NotesArguments

  @Flag(help: "Remove the mark")
  var off = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try session.edit(named.notes, unchanged: off ? "no favourite" : "a favourite already") {
      try $0.setting(.favorite, to: !off)
    }
  }
}

struct PublishCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish",
    abstract: "Mark notes as public, or make them private again",
    discussion: """
      Sets publish to true, with --anonymous also anonymous, and prints the notes that changed. This sends nothing \
      anywhere: tl site build makes a site of the public notes. tl search publish:yes finds them.

      --off sets publish to false where it is true, and removes anonymous. A site that was made before keeps the notes until \
      it is made again.
      """)

  @OptionGroup var named: NotesArguments

  @Flag(help: "Leave out who wrote them, whom they name, and where")
  var anonymous = false

  @Flag(help: "Make them private again")
  var off = false

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if off, anonymous { throw ValidationError("--off and --anonymous cannot be used together") }
  }

  func run(in session: Session) throws {
    if off {
      return try session.edit(named.notes, unchanged: "not public") { try $0.unpublishing() }
    }
    let unchanged = anonymous ? "public and anonymous already" : "public already"
    try session.edit(named.notes, unchanged: unchanged) { note in
      let published = try note.setting(.publish, to: true)
      return anonymous ? try published.setting(.anonymous, to: true) : published
    }
  }
}
