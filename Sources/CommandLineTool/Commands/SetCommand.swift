import ArgumentParser
internal import Journal
internal import VaultFormat
internal import VaultStore
internal import Words

struct SetCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Set or remove keys of a note",
    discussion: """
      KEY=VALUE sets a key, KEY= removes it. A known key has a type: tags=a,b, pinned=yes, \
      date='last friday'. For any other key the value is text. KEY:=YAML writes a value in YAML: \
      rating:=4, seen:=[Kyoto, Nara]. Several assignments are one change. Nothing else in the file changes.
      """)

  @Argument(
    help: ArgumentHelp("The note, then KEY=VALUE, KEY:=YAML or KEY=", valueName: "note key=value"),
    completion: .notes)
  var words: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in vault: OpenVault) throws {
    let (word, texts) = Self.split(words, in: vault)
    guard !texts.isEmpty else {
      throw Problem(
        usage: "what should be set? KEY=VALUE is missing",
        hint: "such as tl set \(word ?? "NOTE") mood=calm, or mood= to remove the key")
    }
    let assignments = try texts.map {
      try FieldAssignment($0, now: vault.now.seconds, zone: vault.zone)
    }
    try Self.checkOnce(assignments)
    let note = try NotePicker.pickOne(word, in: vault)
    try Self.apply(assignments, to: note, in: vault)
  }

  /// The first word is the note, unless it can only be an assignment.
  private static func split(
    _ words: [String], in vault: OpenVault
  ) -> (note: String?, assignments: [String]) {
    guard let first = words.first else { return (nil, []) }
    let isPath = VaultPathParser.candidates(for: first, in: vault.vault).contains { path in
      (try? vault.vault.folder.exists(path)) == true
    }
    if first.dropFirst().contains("="), !isPath { return (nil, words) }
    return (first, Array(words.dropFirst()))
  }

  private static func checkOnce(_ assignments: [FieldAssignment]) throws {
    var seen: Set<String> = []
    for assignment in assignments {
      let name = assignment.known?.name ?? assignment.key
      guard seen.insert(name).inserted else {
        throw Problem(usage: "\(name) is set twice", hint: "give each key once")
      }
    }
  }

  private static func apply(
    _ assignments: [FieldAssignment], to note: ResolvedNote, in vault: OpenVault
  ) throws {
    let console = vault.console
    let writer = try vault.writer()
    // A value that the user gives `updated` stays.
    let setsUpdated = assignments.contains { $0.known == .updated }
    let change = try writer.change(note, stampsUpdated: !setsUpdated) { old in
      try assignments.reduce(old) { try $1.applied(to: $0) }
    }
    if change.isChange { try console.line(note.id, note.path) }
    if let hint = Self.placeHint(assignments, change) { console.warn(hint) }
    for assignment in assignments {
      let report = KeyChange(assignment, change)
      console.say(report.text)
      if let hint = report.hint { console.warn(hint) }
    }
  }
}

extension SetCommand {
  /// A place keeps the town and the position that it had, which may be those of another place.
  private static func placeHint(
    _ assignments: [FieldAssignment], _ change: NoteChange
  ) -> String? {
    let (old, new) = (Place(of: change.old), Place(of: change.new))
    guard old.name != nil || old.locality != nil,
      old.name != new.name || old.locality != new.locality,
      !assignments.contains(where: { $0.known == .coordinates }), let position = new.coordinates,
      position == old.coordinates
    else { return nil }
    return "the coordinates \(position.text) stay; tl set NOTE coordinates= locality= removes them"
  }
}

/// The change of one key, in words.
private struct KeyChange {
  let text: String
  /// A hint about a key that may be misspelled.
  let hint: String?

  init(_ assignment: FieldAssignment, _ change: NoteChange) {
    // The name in the note: known keys have several spellings.
    let name =
      assignment.known.map { change.old.frontMatter?.field(of: $0)?.name ?? $0.name }
      ?? assignment.key
    let (old, new) = (Self.value(of: name, in: change.old), Self.value(of: name, in: change.new))
    switch (old, new) {
    case (nil, nil): text = "\(name): not there"
    case (nil, let new?): text = "\(name): \(new)"
    case (let old?, nil): text = "\(name): removed, was \(old)"
    case (let old?, let new?):
      text = old == new ? "\(name): \(new) already" : "\(name): \(old) → \(new)"
    }
    let isNew = old == nil && assignment.known == nil
    hint =
      isNew
      ? KnownKey.suggestion(for: name).map { Self.hint(name, isSet: new != nil, meant: $0) } : nil
  }

  private static func hint(_ name: String, isSet: Bool, meant: String) -> String {
    "tl knows \(meant), not \(name)" + (isSet ? "; tl set NOTE \(name)= removes it again" : "")
  }

  /// The value as it is in the file, on one line.
  private static func value(of name: String, in document: NoteDocument) -> String? {
    guard let field = document.frontMatter?.field(named: name) else { return nil }
    let text = String(decoding: document.bytes[field.value.range], as: UTF8.self)
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if line.isEmpty { return "empty" }
    return line.count > 60 ? line.prefix(60) + "…" : line
  }
}
