import ArgumentParser
internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

struct DailyCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "daily",
    abstract: "Open the note of a day, or add a line to it",
    discussion: """
      The note is made if it is not there, from the template of the settings; then it opens in the editor on a terminal. \
      With TEXT a line such as - 18:03 TEXT is added at its end. The path is printed. Devices that make the note of a day \
      independently make the same one.

      The settings daily.path, such as YYYY/MM/YYYY-MM-DD.md, and daily.template say where it is and what it begins with; \
      else those of Obsidian's daily notes count.
      """)

  @Argument(
    help: ArgumentHelp(
      "The day, if not today: 2026-11-20, yesterday or tomorrow; then the text", valueName: "words")
  )
  var words: [String] = []

  @Option(
    help: ArgumentHelp("The day in any other words, such as 'last friday'", valueName: "date"))
  var on: String?

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let vault = try session.openVaultForWriting()
    let (day, text) = try split(in: vault)
    let note = try DailyNoteFile(vault, day: day)
    let entry = text.isEmpty ? nil : DailyEntry(text, at: day == vault.now.day ? vault.now : nil)
    guard let found = try note.found() else {
      let made = try note.make(with: entry)
      guard entry == nil, opensEditor else { return try session.console.line(made.id, made.path) }
      session.console.say("\(made.path.shown) is new")
      return try NoteEditing(vault).edit(made)
    }
    if let entry {
      try CommandError.naming(found.path) {
        try vault.writer().edit(found.path, provisionalID: found.id, entry.added)
      }
    } else if opensEditor {
      return try NoteEditing(vault).edit(found)
    }
    try session.console.line(found.id, found.path)
  }

  private var opensEditor: Bool { !global.noInput && StandardStream.input.isTerminal }

  /// A first word that is a day is the day; other dates are read from the option only, since a text may begin with one.
  private func split(in vault: OpenVault) throws -> (CalendarDay, text: String) {
    var rest = words[...]
    var date = on
    if date == nil, let first = words.first, first.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil,
      CalendarDay(first) == nil
    {
      throw CommandError(
        "there is no day \(first)", hint: "tl daily --on today \(first) writes it as a text",
        status: .wrongUsage)
    }
    if date == nil, let first = words.first,
      CalendarDay(first) != nil || ["today", "yesterday", "tomorrow"].contains(first.lowercased())
    {
      date = first
      rest = rest.dropFirst()
    }
    let day = try date.map { try EventWords.time($0, option: "--on", in: vault).day }
    return (day ?? vault.now.day, rest.joined(separator: " ").trimmingBlanks)
  }
}

/// The note of one day, which may not be there yet.
private struct DailyNoteFile {
  let vault: OpenVault
  let day: CalendarDay
  let settings: DailyNotes
  /// Where it is made.
  let path: VaultPath

  init(_ vault: OpenVault, day: CalendarDay) throws {
    (self.vault, self.day) = (vault, day)
    do {
      settings = try DailyNotes(of: vault.vault)
    } catch {
      throw CommandError(
        "\(error)", hint: "tl config set daily.path YYYY/MM/YYYY-MM-DD.md says where they are")
    }
    guard let path = settings.path(on: day), PathRules(of: vault.vault.folder).isNote(path) else {
      throw CommandError(
        "the note of \(day) would be where tl sees no notes",
        hint: "tl config set daily.path YYYY/MM/YYYY-MM-DD.md says where they are")
    }
    self.path = path
  }

  /// At its path, else wherever the note of the day is; nil if there is none.
  func found() throws -> ResolvedNote? {
    if try vault.vault.folder.exists(path) { return try NoteResolver(vault).note(at: path) }
    let index = try vault.scan(keepsText: false)
    let own = ProvisionalID.ofDay(day)
    let found = index.positions.filter { position in
      if index.id(position) == own { return true }
      let path = index.path(position)
      guard DailyNote.day(of: path) == day, let note = try? vault.note(at: path) else {
        return false
      }
      return DailyNote.isOne(note.document, at: path)
    }
    return found.min { index.path($0) < index.path($1) }.map { position in
      ResolvedNote(path: index.path(position), id: index.id(position))
    }
  }

  func make(with entry: DailyEntry?) throws -> ResolvedNote {
    var document = NoteDocument(try template())
    if let entry { document = entry.added(to: document) }
    var note = NewNote(TypedText(document.bytes))
    note.id = ProvisionalID.ofDay(day)
    note.stem = String(path.text.dropLast(3))
    if day != vault.now.day, !document.hasValue(of: .date) {
      note.assignments = [FieldAssignment(.date, .plain("\(day)"))]
    }
    let written = try vault.writer().create(note)
    return ResolvedNote(path: written.path, id: written.id)
  }

  /// Empty without a template.
  private func template() throws -> [UInt8] {
    guard let named = settings.template else { return [] }
    let folder = vault.vault.folder
    let candidates = [named, VaultPath(named.text + ".md")].compactMap(\.self)
    guard let file = candidates.first(where: folder.holdsFile) else {
      vault.session.console.warn("there is no template \(named.shown); the note begins empty")
      return []
    }
    let clock = vault.now.secondOfDay
    return try NoteTemplates(vault: vault).filled(
      file, title: path.stemText,
      time: NoteTime(day: day, secondOfDay: clock, zone: vault.zone))
  }
}
