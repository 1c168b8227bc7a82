import ArgumentParser

struct EditCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Open a note in your editor",
    discussion: """
      The editor is $TL_EDITOR, editor in ~/.config/tl/config.yaml, $VISUAL, $EDITOR, else the first of editor, \
      nano, vim and vi that is installed. It may have options, as in EDITOR='code --new-window'; editors with \
      windows of their own that tl knows (code, subl, zed, gvim, kate and others) are told to wait until the \
      file is closed, any other needs its option for that.

      What is edited is a copy in .tl/local/drafts, named after the note, and the editor starts in the note's folder: \
      relative links work where it looks for them from there, as gf does in vim, and not where it looks beside the \
      file alone, as the preview of VS Code does. When the note was changed meanwhile both changes are joined; \
      where they are in the same lines nothing is written and the copy stays, for tl drafts resume. An editor \
      that ends with an error changes nothing (:cq in vim). updated is set when anything else changed, unless \
      you set it yourself. Prints the short id and the path of the note.
      """)

  @Argument(help: "The note; asks when there is none", completion: NoteCompletion.kind)
  var note: String?

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let vault = try session.openVaultForWriting()
    let editing = try NoteEditing(vault)
    try editing.edit(NotePicker.pickOne(note, in: vault))
  }
}
