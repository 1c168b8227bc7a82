package import VaultFormat
package import VaultIndex

/// A tracker: a page with `tl: tracker`, and what its keys say (docs/vault-format.md, part K).
///
/// A value that cannot be read counts as absent.
package struct Tracker: NamedPage {
  package var path: VaultPath
  package var id: NoteID
  package var title: String
  /// The first line of its text that is neither a heading nor an event.
  package var about: String?
  package var aliases: [String]
  package var created: NoteTime
  package var icon: String?
  /// Empty without one.
  package var unit: String
  package var every: TrackerInterval?
  /// False where reminders are switched off; the interval stays.
  package var reminds: Bool
  package var goal: TrackerGoal?
  /// How the values of a day or a month are put together; nil for the sum, or the count where there are none.
  package var aggregate: TrackerAggregate?
  /// The query of the notes that count as events.
  package var from: String?
  package var isArchived: Bool

  /// Nil if the document is no tracker, or a conflict copy of one.
  ///
  /// - Parameters:
  ///   - id: of a document that stores none.
  ///   - created: the same.
  package init?(
    _ document: NoteDocument, at path: VaultPath, id: NoteID, created: NoteTime, zone: TimeZoneRules
  ) {
    let fields = PageFields(of: document)
    guard fields.kind == .tracker else { return nil }
    guard document.frontMatter?.field(of: .conflictOf) == nil else { return nil }
    func flag(_ key: PageKey) -> Bool? { fields.text(key).flatMap { Bool(lenient: $0) } }
    let metadata = NoteMetadata(of: document, zone: zone)
    self.path = path
    self.id = metadata.id ?? id
    self.created = metadata.created ?? created
    let title = document.title(metadata, at: path)
    self.title = title
    let about = TrackerBody.about(in: document, zone: zone)
    self.about = about == title ? nil : about
    aliases = metadata.aliases
    icon = fields.text(.icon)
    unit = fields.text(.unit) ?? ""
    every = fields.text(.every).flatMap { try? TrackerInterval($0) }
    reminds = flag(.remind) ?? true
    goal = fields.text(.goal).flatMap(TrackerGoal.init)
    aggregate = fields.text(.aggregate).flatMap { TrackerAggregate($0) }
    from = fields.text(.from)
    isArchived = flag(.archived) ?? false
  }

  /// Whether a text can be the value of an event in its unit.
  package func isValue(_ text: String) -> Bool { (try? EventValue(text, unit: unit)) != nil }

  /// Whether a text is a query that finds some of the notes, as `from` has it.
  package static func isQuery(
    _ text: String, now: NoteTime, zone: TimeZoneRules, resolver: any QueryResolver
  ) -> Bool {
    TrackerSource(text, now: now, zone: zone, resolver) != nil
  }
}

/// Days on which a tracker is not due.
package struct TrackerPause: Hashable, Sendable {
  package var first: CalendarDay
  /// Nil for one without an end.
  package var last: CalendarDay?

  package init(first: CalendarDay, last: CalendarDay?) {
    (self.first, self.last) = (first, last)
  }

  init(_ line: EventLine) {
    first = line.begin.day
    switch line.end {
    case nil: last = first
    case .running: last = nil
    case .at(let end): last = end.day
    }
  }

  func contains(_ day: CalendarDay) -> Bool {
    first <= day && last.map { day <= $0 } ?? true
  }
}

/// The query of the notes that count as events: `tag:haircut`, or `key:weight` for those that have a key, whose value
/// is theirs.
struct TrackerSource {
  var query = NoteQuery()
  var valueKey: String?

  /// Nil if it cannot be read, or would find every note.
  init?(_ text: String, now: NoteTime, zone: TimeZoneRules, _ resolver: any QueryResolver) {
    var words: [Substring] = []
    for word in text.split(separator: " ") {
      if word.hasPrefix("key:"), word.count > 4 {
        let key = String(word.dropFirst(4))
        query.properties.append(PropertyCondition(key, .present))
        valueKey = valueKey ?? key
      } else {
        words.append(word)
      }
    }
    do {
      try QueryParser(now: now.seconds, zone: zone, resolver: resolver).read(
        words.joined(separator: " "), into: &query)
    } catch {
      return nil
    }
    guard !query.isEmpty else { return nil }
  }
}

extension TrackerGoal {
  /// As it is shown: `at most 2 cups per day`.
  package var text: String {
    let limit = bound == .atMost ? "\(bound.rawValue) " : ""
    let amount = unit.isEmpty ? NumberText.of(number) : "\(NumberText.of(number)) \(unit)"
    return "\(limit)\(amount) per \(period.rawValue)"
  }
}
