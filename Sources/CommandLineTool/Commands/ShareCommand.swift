import ArgumentParser
internal import Journal
internal import VaultFormat
internal import VaultStore
internal import Words

struct ShareCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "share",
    abstract: "Show notes to a circle, or not any more",
    discussion: """
      Sets the key circles, and prints the notes that changed. tl unshare, which is --off, takes the circle away; who \
      has seen a note has seen it. A sealed note opens to a circle on its day. tl circle preview lists what a circle sees.
      """)

  @Argument(
    help: ArgumentHelp("The notes, and behind them the circle", valueName: "note circle"),
    completion: .notes)
  var words: [String]

  @Flag(help: "Do not show them any more")
  var off = false

  @OptionGroup var change: ChangeOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    guard let word = words.last, words.count > 1 else {
      throw Problem(
        usage: "which circle? NOTE and CIRCLE are needed", hint: "such as tl share @1 grandparents")
    }
    let vault = try session.openVault(isDryRun: change.dryRun)
    let finder = try CircleFinder(vault)
    let circle = try finder.circle(named: word)
    // By another name it would be shown to nobody.
    guard off || finder.book.circles(called: circle.title).count == 1 else {
      throw Problem(
        "several circles are called \(circle.title)",
        hint: "tl doctor names them; tl set FILE title=NAME gives one another title",
        kind: .refused)
    }
    let notes = try NotePicker.pick(Array(words.dropLast()), in: vault)
    func changed(_ document: NoteDocument) throws(EditError) -> NoteDocument {
      off ? try document.unsharing(with: circle) : try document.sharing(with: circle)
    }
    guard change.dryRun else {
      let unchanged = off ? "not shown to \(circle.title)" : "shown to \(circle.title) already"
      try vault.edit(notes, unchanged: unchanged) { try changed($1) }
      return
    }
    for note in notes {
      try session.attempt(at: note.path) {
        let document = NoteDocument(try vault.vault.folder.read(note.path).bytes)
        if try changed(document).bytes != document.bytes {
          try session.console.line(note.id, note.path)
        }
      }
    }
  }
}
