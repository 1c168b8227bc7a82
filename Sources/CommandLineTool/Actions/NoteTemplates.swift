internal import Journal
internal import Operations
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

/// The templates of a vault, from which notes are made.
struct NoteTemplates {
  let vault: OpenVault

  /// The template that a word on the command line means: a path, or the name of its file without the extension.
  func path(named word: String) throws -> VaultPath {
    let files = vault.vault.templateFiles()
    if let path = files.first(where: { $0.text == word || $0.text == word + ".md" }) { return path }
    let key = NameKey(word.utf8)
    let found = files.filter { NameKey($0.stem) == key }
    guard let path = found.first else {
      throw Problem(
        usage: "there is no template '\(word)'", hint: "tl add --template list lists the templates")
    }
    guard found.count == 1 else {
      throw Problem(
        usage: "'\(word)' could be \(found.map(\.text).joined(separator: " or "))",
        hint: "write the path")
    }
    return path
  }

  /// A note's text from a template; placeholders that stay are named on standard error.
  ///
  /// - Parameters:
  ///   - title: nil for the day.
  ///   - time: of the note.
  func filled(_ path: VaultPath, title: String?, time: NoteTime) throws -> [UInt8] {
    let template = try vault.vault.folder.read(path, limit: 1 << 20).bytes
    let settings = JournalSettings(vault.vault.configuration)
    var filling = TemplateFilling(title: title ?? "\(time.day)", time: time)
    // Each of these costs a scan.
    if TemplateFilling.names(in: template).contains("prompt") {
      filling.prompt =
        settings.prompts(vault.session.language).prompt(
          on: time.day, lastUse: vault.lastUseOfPrompts)?.text
    }
    if !TemplateFilling.names(in: template).isDisjoint(with: ["person", "age"]),
      let person = try? PersonFinder(vault).person(named: nil)
    {
      filling.person = person.title
      filling.age = Age(of: person, at: time, leapDay: settings.leapDay)?.text
    }
    let filled = filling.filled(template)
    if !filled.unknown.isEmpty {
      let names = filled.unknown.map { TerminalText.line($0) }.joined(separator: ", ")
      vault.console.warn(
        "\(path.shown): \(names) \(filled.unknown.count == 1 ? "stays as it is" : "stay as they are")"
      )
    }
    return filled.bytes
  }

  /// A new note's text from a template: its first line is the title if the template has a place for one, and the rest
  /// comes behind the template.
  func text(_ path: VaultPath, with typed: TypedText) throws -> TypedText {
    guard typed.frontMatter != .own else {
      throw Problem(
        usage: "the text has front matter, and so may a template", hint: "leave out --template")
    }
    let template = try vault.vault.folder.read(path, limit: 1 << 20).bytes
    var rest = typed.text
    var title: String?
    if TemplateFilling.names(in: template).contains("title"), !typed.isBlank {
      title = typed.firstLine.trimmingBlanks
      rest = rest.drop(while: \.isWhitespace).drop { !$0.isNewline }.description
    }
    let filled = try filled(path, title: title, time: vault.now)
    while rest.last?.isWhitespace == true { rest.removeLast() }
    rest = String(rest.drop(while: \.isNewline))
    guard !rest.isEmpty else { return TypedText(filled) }
    var bytes = filled
    while bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return TypedText(bytes + "\n\n\(rest)\n".utf8)
  }
}

extension OpenVault {
  /// The last day on which a note had the id of each prompt.
  var lastUseOfPrompts: [String: CalendarDay] {
    journalScan(noting: [.prompt]).journal().lastUse
  }
}
