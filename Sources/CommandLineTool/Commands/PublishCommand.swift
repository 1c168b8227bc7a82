import ArgumentParser
internal import VaultFormat

struct PublishCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish",
    abstract: "Mark notes as public",
    discussion: """
      Sets publish to true, with --anonymous also anonymous, and prints the notes that changed. This sends nothing \
      anywhere: it is for programs that make a site of the public notes. tl search publish:yes finds them.
      """)

  @Argument(help: "The notes; asks when there are none", completion: .notes)
  var notes: [String] = []

  @Flag(help: "Without who wrote them, whom they name, and where")
  var anonymous = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let unchanged = anonymous ? "public and anonymous already" : "public already"
    try session.edit(notes, unchanged: unchanged) { note in
      let published = try note.setting(.publish, to: true)
      return anonymous ? try published.setting(.anonymous, to: true) : published
    }
  }
}

struct UnpublishCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "unpublish",
    abstract: "Notes are not public any more",
    discussion: """
      Sets publish to false where it is true, removes anonymous, and prints the notes that changed. A site that was made \
      before keeps them until it is made again.
      """)

  @Argument(help: "The notes; asks when there are none", completion: .notes)
  var notes: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try session.edit(notes, unchanged: "not public") { note in
      let unpublished = try note.setting(.publish, to: false)
      return try unpublished.removing(unpublished.name(of: .anonymous))
    }
  }
}
