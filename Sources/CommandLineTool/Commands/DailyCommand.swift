import ArgumentParser
internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

struct DailyCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "daily",
    abstract: "Open the note of a day, or add a line to it",
    discussion: """
      The note is made if it is not there, from the template of the settings; then it opens in the editor on a terminal. \
      With TEXT a line such as - 18:03 TEXT is added at its end; text that comes through a pipe follows it. The path is \
      printed. Devices that make the note of a day \
      independently make the same one.

      The settings daily.path, such as YYYY/MM/YYYY-MM-DD.md, and daily.template say where it is and what it begins with; \
      else those of Obsidian's daily notes count.
      """)

  @Argument(
    help: ArgumentHelp(
      "The day alone or with a colon, if not today: 2026-11-20, yesterday or tomorrow; then the text",
      valueName: "words")
  )
  var words: [String] = []

  @Option(
    help: ArgumentHelp("The day in any other words, such as 'last friday'", valueName: "date"))
  var on: String?

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let text = dayAndText.text
    let unsaved = UnsavedText(given: text, in: session)
    unsaved.mentionPipe(behind: text)
    let (note, isNew) = try unsaved.kept { try write(unsaved, in: session) }
    guard unsaved.text.isBlank, opensEditor, let vault = unsaved.vault else {
      return try session.console.line(note.id, note.path)
    }
    if isNew { session.console.say("\(note.path.shown) is new") }
    try NoteEditing(vault).edit(note)
  }

  private func write(
    _ unsaved: UnsavedText, in session: Session
  ) throws -> (ResolvedNote, isNew: Bool) {
    let vault = try session.openVaultForWriting()
    unsaved.vault = vault
    unsaved.command =
      "tl daily" + (on.map { " --on \($0.shellWord)" } ?? dayAndText.day.map { " \($0):" } ?? "")
    let file = try DailyNoteFile(vault, day: day(in: vault))
    let entry =
      unsaved.text.isBlank
      ? nil : DailyEntry(try unsaved.text.line(), at: file.day == vault.now.day ? vault.now : nil)
    // Two devices may make it independently; two commands of one device must not.
    let writer = try vault.writer()
    guard let found = try file.found() else {
      return (try file.make(with: entry, by: writer), true)
    }
    if let entry { try writer.change(found, entry.added) }
    return (found, false)
  }

  private var opensEditor: Bool { !global.noInput && StandardStream.input.isTerminal }

  /// A day stands alone or before a colon, since a text may begin with the same word.
  private var dayAndText: (day: String?, text: [String]) {
    guard on == nil, let first = words.first else { return (nil, words) }
    // In quotes the day and the text are one word.
    if let end = first.firstRange(of: ": ")?.lowerBound, Self.isDay(String(first[..<end])) {
      let text = String(first[end...].dropFirst(2))
      return (String(first[..<end]), [text] + words.dropFirst())
    }
    let name = first.hasSuffix(":") ? String(first.dropLast()) : first
    guard Self.isDay(name), name != first || words.count == 1 else { return (nil, words) }
    return (name, Array(words.dropFirst()))
  }

  private static func isDay(_ word: String) -> Bool {
    isDate(word) || ["today", "yesterday", "tomorrow"].contains(word.lowercased())
  }

  private static func isDate(_ word: String) -> Bool {
    word.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil
  }

  private func day(in vault: OpenVault) throws -> CalendarDay {
    let given = on ?? dayAndText.day
    if on == nil, let word = given ?? words.first {
      // A date begins no sentence, as yesterday does.
      if Self.isDate(word), CalendarDay(word) == nil || given == nil {
        let isDay = CalendarDay(word) != nil
        throw Problem(
          usage: isDay
            ? "is \(word) the day, or does the text begin with it?" : "there is no day \(word)",
          hint: (isDay ? "tl daily \(word): TEXT writes to that day; " : "")
            + "tl daily --on today \(word) writes it as a text")
      }
      if given == nil, Self.isDay(word) {
        vault.console.say(
          "this goes to today; \(word.lowercased()): with a colon would be the day")
      }
    }
    if let given { return try EventWords.time(given, option: "--on", in: vault).day }
    let day = vault.now.day
    let here = NoteTime(instant: vault.now.seconds, zone: vault.session.surroundings.zone).day
    if day != here {
      vault.console.say(
        "this goes to \(day), which it is in the time zone of the vault; here it is \(here)")
    }
    return day
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
      throw Problem(
        "\(error)", hint: "tl config set daily.path YYYY/MM/YYYY-MM-DD.md says where they are")
    }
    guard let path = settings.path(on: day), PathRules(of: vault.vault.folder).isNote(path) else {
      throw Problem(
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
    return found.min { index.path($0) < index.path($1) }.map { ResolvedNote($0, of: index) }
  }

  func make(with entry: DailyEntry?, by writer: borrowing NoteWriter) throws -> ResolvedNote {
    var document = NoteDocument(try template())
    if let entry { document = entry.added(to: document) }
    var note = NewNote(TypedText(document.bytes))
    note.id = ProvisionalID.ofDay(day)
    note.stem = String(path.text.dropLast(3))
    // It may have been another day when the command began.
    if day != writer.now.day, !document.hasValue(of: .date) {
      note.assignments = [FieldAssignment(.date, .plain("\(day)"))]
    }
    let written = try writer.create(note)
    return ResolvedNote(path: written.path, id: written.id)
  }

  /// Empty without a template.
  private func template() throws -> [UInt8] {
    guard let named = settings.template else { return [] }
    let folder = vault.vault.folder
    let candidates = [named, VaultPath(named.text + ".md")].compactMap(\.self)
    guard let file = candidates.first(where: folder.holdsFile) else {
      vault.console.warn("there is no template \(named.shown); the note begins empty")
      return []
    }
    let clock = vault.now.secondOfDay
    return try NoteTemplates(vault: vault).filled(
      file, title: path.stemText,
      time: NoteTime(day: day, secondOfDay: clock, zone: vault.zone))
  }
}
