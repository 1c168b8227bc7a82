import ArgumentParser

struct EditCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Open a note in your editor",
    discussion: """
      The editor is $TL_EDITOR, editor in ~/.config/tl/config.yaml, $VISUAL, $EDITOR, else the first of editor, \
      nano, vim and vi that is installed. It may have options, as in EDITOR='code --new-window'; editors with \
      windows of their own that tl knows (code, subl, zed, gvim, kate and others) get the option to wait until the \
      file is closed; any other needs its own option for that.

      What is edited is a copy in .tl/local/drafts, named after the note, and the editor starts in the note's folder: \
      relative links work in editors that resolve them from there, such as vim with gf, but not in those that look \
      beside the file, such as the preview of VS Code. If the note was changed meanwhile, both changes are merged; \
      if they are in the same lines, nothing is written and the copy stays, for tl drafts resume. An editor \
      that ends with an error changes nothing (:cq in vim). updated is set when anything else changed, unless \
      you set it yourself. Prints the short id and the path of the note.
      """)

  @Argument(help: "The note; asks when there is none", completion: .notes)
  var note: String?

  @Flag(
    name: .customLong("open-early"), help: "Edit a sealed note before its day; it stays sealed")
  var openEarly = false

  @OptionGroup var global: GlobalOptions

  func run(in vault: OpenVault) throws {
    let editing = try NoteEditing(vault)
    let note = try NotePicker.pickOne(note, in: vault)
    if !openEarly {
      try vault.checkOpen(note.path, instead: "tl edit --open-early opens it in the editor")
    }
    try editing.edit(note)
  }
}
