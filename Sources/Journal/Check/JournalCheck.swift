package import VaultFormat
package import VaultIndex
package import VaultStore

/// What the pages and settings of the journal say that cannot be read, or can be meant in two ways (docs/vault-format.md,
/// part C).
///
/// Opens the pages, and the notes that name a tracker, a prompt or circles, or are anonymous.
package struct JournalCheck {
  /// In no particular order.
  package internal(set) var findings: [LocatedFinding] = []

  private let now: NoteTime
  let zone: TimeZoneRules

  /// - Parameters:
  ///   - index: of all notes, with titles.
  ///   - scanner: of the vault.
  package init(
    of vault: Vault, _ index: VaultIndex, _ scanner: VaultScanner, now: NoteTime,
    zone: TimeZoneRules
  ) {
    (self.now, self.zone) = (now, zone)
    let reader = PageReader(vault: vault, index: index, zone: zone, today: now.day)
    let resolver = PageResolver(reader)
    var trackers: [Tracker] = []
    for (position, document) in reader.documents(where: { $0.kind == .tracker }) {
      let path = index.path(position)
      check(tracker: document, at: path, resolver)
      let tracker = Tracker(
        document, at: path, id: index.id(position), created: index[position].created, zone: zone)
      if let tracker { trackers.append(tracker) }
    }
    for (position, document) in reader.documents(where: { $0.kind == .person }) {
      check(person: document, at: index.path(position))
      checkAvatar(of: document, at: index.path(position), in: vault)
    }
    let persons = PersonBook(of: vault, index, today: now.day, zone: zone)
    let settings = JournalSettings(vault.configuration)
    check(names: SharedName.all(among: trackers) + SharedName.all(among: persons.persons))
    check(events: reader, index, of: trackers)
    /// The notes that fulfil a condition, sorted by path; without conflict copies, and those that are sealed.
    func notes(_ condition: PropertyCondition) -> [(path: VaultPath, document: NoteDocument)] {
      var query = NoteQuery()
      query.properties = [condition]
      guard let index = try? scanner.scan(query, keepsText: false) else { return [] }
      let reader = PageReader(vault: vault, index: index, zone: .utc, today: now.day)
      return reader.documents { _ in true }.map { (index.path($0.position), $0.document) }
        .sorted { $0.0 < $1.0 }
    }
    let prompts = notes(PropertyCondition(KnownKey.prompt.name, .present))
    checkPrompts(prompts, settings.prompts(.english))
    checkAnonymous(notes(.isTrue(KnownKey.anonymous.name)), persons, in: vault)
    checkCircles(
      reader, notes(PropertyCondition(KnownKey.circles.name, .present)), persons,
      CircleBook(of: vault, index, today: now.day, zone: zone))
    checkBooks(reader, BookShelf(of: vault, index, today: now.day, zone: zone))
    checkComments(reader, CommentBook(of: vault, index, today: now.day, zone: zone))
    check(settings, persons, of: vault)
  }

  // MARK: - Pages

  private mutating func check(
    tracker document: NoteDocument, at path: VaultPath, _ resolver: PageResolver
  ) {
    let fields = PageFields(of: document)
    func isReadable(_ key: PageKey, _ text: String) -> Bool {
      switch key {
      case .every: (try? TrackerInterval(text)) != nil
      case .goal: TrackerGoal(text) != nil
      case .aggregate: TrackerAggregate(text) != nil
      default: Tracker.isQuery(text, now: now, zone: zone, resolver: resolver)
      }
    }
    let keys: [(PageKey, Finding.Code, String)] = [
      (.every, .unreadableEvery, "is not an interval such as 2 days at 08:00"),
      (.goal, .unreadableGoal, "is not a goal such as 8 cups per day"),
      (.aggregate, .unreadableAggregate, "is not one of \(TrackerAggregate.names)"),
      (.from, .unreadableQuery, "is not a query for some of the notes"),
    ]
    for (key, code, problem) in keys {
      guard let field = fields[key], let text = fields.text(key), !isReadable(key, text) else {
        continue
      }
      report(
        .warning, code, "'\(text.clipped)' \(problem)", at: path, document,
        field.value.range.lowerBound)
    }
    checkEvents(of: document, unit: fields.text(.unit) ?? "", at: path)
  }

  private mutating func checkEvents(of document: NoteDocument, unit: String, at path: VaultPath) {
    var findings: [Finding] = []
    func report(_ code: Finding.Code, _ message: String, _ place: SourcePosition) {
      findings.append(
        Finding(
          code == .runningLong ? .info : .warning, code, message: message, line: place.line,
          column: place.column))
    }
    document.bytes.withUnsafeBufferPointer { bytes in
      // A log may have many thousand events, each with a finding: their lines are counted in one pass.
      var positions = PositionCounter(bytes)
      var lines: [Int64: Int] = [:]
      var body = TrackerBody(bytes, from: document.layout.bodyStart, zone: zone)
      var open: (container: TrackerBody.Container, place: SourcePosition)?
      while let block = body.next() {
        let place = positions.position(of: block.range.lowerBound)
        open = body.container.map { open ?? ($0, place) }
        switch block {
        case .unreadable:
          report(.unreadableEvent, "begins like an event and has no such day or time", place)
        case .event(let event):
          if event.looksUnread(in: bytes, unit: unit) {
            report(
              .unreadableEvent,
              "has a text that begins like a time or a value: write 08:05 = 3", place)
          }
          if event.parts(in: bytes, unit: unit).unreadable != nil {
            report(.unreadableValue, "the value is not a number", place)
          }
          if event.mark == nil, event.end == .running,
            now.seconds - event.begin.seconds > 86_400
          {
            report(
              .runningLong, "has been running for more than a day; tl did --stop ends it", place)
          }
          guard event.mark == nil, event.begin.precision == .second else { continue }
          if let first = lines.updateValue(place.line, forKey: event.begin.seconds) {
            report(.eventTwice, "line \(first) has the same time; only this one counts", place)
          }
        case .blank, .heading, .other: break
        }
      }
      if let open {
        let isCode = open.container == .code
        report(
          isCode ? .openCodeBlock : .openComment,
          "a \(isCode ? "code block" : "comment") begins here and does not end: no event below it is read",
          open.place)
      }
    }
    self.findings += findings.map { LocatedFinding(path, $0) }
  }

  private mutating func check(person document: NoteDocument, at path: VaultPath) {
    let fields = PageFields(of: document)
    for key in [PageKey.birthday, .dueDate, .died] {
      guard let field = fields[key], let text = fields.text(key),
        PartialDate(text, zone: zone) == nil
      else { continue }
      report(
        .warning, .unreadableBirthday,
        "'\(text.clipped)' is not a date such as 2025-05-17, 1958-03 or 1958",
        at: path, document, field.value.range.lowerBound)
    }
    guard let field = fields[.language] else { return }
    let code = fields.text(.language).map { Language($0).code }
    guard code.map(Person.languages.contains) != true else { return }
    report(
      .info, .unknownLanguage,
      "'\((field.value.text ?? "").clipped)' is none of \(Person.languages.joined(separator: ", ")): circles are shown "
        + "in English",
      at: path, document, field.value.range.lowerBound)
  }

  mutating func check(names: [SharedName]) {
    for name in names {
      for path in name.paths.dropFirst() {
        let first = name.paths[0].text
        findings.append(
          LocatedFinding(
            path,
            Finding(.warning, .sharedName, message: "\(first) is called '\(name.name)' too")))
      }
    }
  }

  // MARK: - Notes and settings

  private mutating func check(
    events reader: PageReader, _ index: VaultIndex, of trackers: [Tracker]
  ) {
    let known = Set(trackers.flatMap(\.names))
    for (position, document) in reader.documents(where: { $0.contains(.isEvent) }) {
      guard let field = document.frontMatter?.field(of: .tracker) else { continue }
      for name in document.names(of: .tracker) where !known.contains(NameKey(name.utf8)) {
        report(
          .warning, .unknownTracker, "there is no tracker '\(name.clipped)'",
          at: index.path(position),
          document, field.value.range.lowerBound)
      }
      if let value = document.frontMatter?.field(of: .value)?.value, !value.isNull,
        document.number(of: KnownKey.value.name) == nil
      {
        report(
          .warning, .unreadableValue, "'\((value.text ?? "").clipped)' is not a number",
          at: index.path(position), document, value.range.lowerBound)
      }
    }
  }

  private mutating func check(
    _ settings: JournalSettings, _ persons: PersonBook, of vault: Vault
  ) {
    var found = settings.problems.map { (Finding.Severity.warning, Finding.Code.vaultSetting, $0) }
    if let name = settings.person, let node = vault.configuration.others["person"],
      persons.persons.allSatisfy({ !$0.isCalled(name) && $0.path.text != name })
    {
      let message = "there is no person '\(name.clipped)'; tl person use chooses one"
      found.append((.info, .personUnset, SettingProblem(message: message, at: node)))
    }
    guard !found.isEmpty, let bytes = try? vault.folder.read(VaultLayout.configuration).bytes else {
      return
    }
    let file = NoteDocument(bytes)
    for (severity, code, problem) in found {
      report(
        severity, code, problem.message, at: VaultLayout.configuration, file,
        min(problem.offset, bytes.count))
    }
  }

  mutating func report(
    _ severity: Finding.Severity, _ code: Finding.Code, _ message: String,
    at path: VaultPath, _ document: NoteDocument, _ offset: Int
  ) {
    let place = document.position(of: offset)
    findings.append(
      LocatedFinding(
        path, Finding(severity, code, message: message, line: place.line, column: place.column)))
  }
}

extension Finding.Code {
  package static let runningLong = Finding.Code("running-long")
  package static let personUnset = Finding.Code("person-unset")
  static let unreadableEvent = Finding.Code("unreadable-event")
  static let unreadableValue = Finding.Code("unreadable-value")
  static let openCodeBlock = Finding.Code("open-code-block")
  static let openComment = Finding.Code("open-comment")
  static let eventTwice = Finding.Code("event-twice")
  static let unreadableEvery = Finding.Code("unreadable-every")
  static let unreadableGoal = Finding.Code("unreadable-goal")
  static let unreadableAggregate = Finding.Code("unreadable-aggregate")
  static let unreadableQuery = Finding.Code("unreadable-query")
  static let unreadableBirthday = Finding.Code("unreadable-birthday")
  static let unknownLanguage = Finding.Code("unknown-language")
  static let unknownTracker = Finding.Code("unknown-tracker")
  static let sharedName = Finding.Code("shared-name")
}

extension EventLine {
  /// Whether its text begins with what was meant as a clock time or as a value: `8:05`, `18.30 = 3`, `= 3`.
  fileprivate func looksUnread(in bytes: UnsafeBufferPointer<UInt8>, unit: String) -> Bool {
    guard amount == nil else { return false }
    let text = text(in: bytes, unit: unit)
    return text.starts(with: /=\s*[-+]?\d/)
      || begin.precision == .day && text.starts(with: /\d{1,2}(:\d\d|\.\d\d\s*=)/)
  }
}
