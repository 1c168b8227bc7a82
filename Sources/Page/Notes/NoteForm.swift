internal import HTTPTypes
internal import Journal
internal import VaultFormat
internal import VaultStore

/// What a form for a note was sent with.
struct NoteForm: Sendable {
  /// With the line endings of the browser.
  var text: String
  /// As written.
  var tags: String
  /// `2026-11-20T18:03`, or empty.
  var when = ""
  var isPinned = false
  /// The names in the key `people`, separated by commas; nil for a form without that field, which leaves them as they are.
  var about: String?
  /// The title of a milestone of the catalogue, or other words; nil as for `about`.
  var milestone: String?
  /// Nil as for `about`.
  var category: String?
  /// As it is typed; nil as for `about`.
  var weather: String?
  /// Nil as for `about`.
  var place: PlaceField?
  /// The day on which a sealed note opens, `2043-05-17`, or empty; nil as for `about`.
  var opens: String?
  /// Nil as for `about`.
  var audience: AudienceChange?
  /// Of a new note: the id of the prompt that it answers.
  var prompt = ""
  /// Of a new note: made with the form, so that a form that is sent twice makes one note.
  var id: String
  /// The file that the form showed, in base64url; empty for a new note.
  var base = ""
  /// The number of the draft that the form was opened from.
  var draft: String?

  init(_ fields: PageForm) {
    text =
      TitledText(
        title: fields["title"] ?? "", gap: fields["gap"].flatMap { Int($0) },
        text: fields["text"] ?? ""
      ).whole
    tags = fields["tags"] ?? ""
    when = fields["when"] ?? ""
    isPinned = fields["pinned"] != nil
    about = fields["about"]
    milestone = fields["milestone"]
    category = fields["category"]
    weather = fields["weather"]
    place = fields["place"].map { PlaceField(text: $0, choice: fields["choice"] ?? "") }
    opens = fields["opens"]
    audience = AudienceChange(fields)
    prompt = fields["prompt"] ?? ""
    id = fields["id"] ?? ""
    base = fields["base"] ?? ""
    draft = fields["draft"]
  }

  /// A form for a note as it is.
  init(_ document: NoteDocument, zone: TimeZoneRules, id: NoteID) {
    let metadata = NoteMetadata(of: document, zone: zone)
    text = FormText(document.body).shown
    tags = metadata.tags.map(\.text).joined(separator: ", ")
    when = Self.field(metadata.date)
    isPinned = metadata.isPinned
    about = document.names(of: .people).joined(separator: ", ")
    milestone = Self.shown(milestone: document.text(of: .milestone) ?? "")
    category = document.names(of: .category).first ?? ""
    weather = document.text(of: .weather) ?? ""
    place = PlaceField(of: document)
    opens = document.openingDay(zone: zone).map { "\($0)" } ?? ""
    audience = AudienceChange(AudienceField(of: document))
    self.id = id.text
    base = Base64.urlEncoded(document.bytes)
  }

  /// A form for a new note.
  init(newID id: NoteID, text: String = "", tags: String = "", about: String = "") {
    (self.id, self.text, self.tags, self.about) = (id.text, text, tags, about)
    (milestone, category, weather, opens) = ("", "", "", "")
    (place, audience) = (PlaceField(text: ""), AudienceChange(AudienceField()))
  }

  /// Takes all but the text from another form, which has the same base; who may see the note stays as it was merged.
  mutating func takeFields(of other: NoteForm) {
    (tags, when, isPinned) = (other.tags, other.when, other.isPinned)
    (about, milestone) = (other.about, other.milestone)
    (category, weather, place) = (other.category, other.weather, other.place)
    opens = other.opens
  }

  /// What a form says beside its files: two that differ in it are two changes.
  var content: [String] {
    [text, tags, when, "\(isPinned)"]
      + [about, milestone, category, weather, prompt, place?.text, place?.choice, opens].map {
        $0 ?? ""
      } + (audience?.wanted.content ?? [])
  }

  var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

  /// The new note.
  ///
  /// - Throws: for a time that cannot be read.
  func newNote(zone: TimeZoneRules) throws(PageProblem) -> NewNote {
    var note = NewNote(TypedText(text.replacing("\r\n", with: "\n")))
    note.isPinned = isPinned
    note.tags = Tag.unique(Tag.list(in: tags))
    note.id = Self.isUUID(id) ? NoteID(id) : nil
    note.assignments = keys
    if let day = try opening() { note.assignments.append(Self.sealing(until: day)) }
    if let time = try time(zone: zone) {
      note.assignments.append(FieldAssignment(.date, .plain(time.rfc3339)))
    }
    return note
  }

  /// The note that the form showed, with what was changed in the form; what was not changed stays byte for byte.
  ///
  /// - Throws: an `EditError`, or a `PageProblem` for a time that cannot be read.
  func edited(_ base: NoteDocument, zone: TimeZoneRules) throws -> NoteDocument {
    let old = NoteForm(base, zone: zone, id: NoteID(nonEmpty: id))
    var document = base
    let body = FormText(base.body).replaced(by: text)
    if !body.elementsEqual(base.body) { document = document.replacingBody(with: body) }
    if isPinned != old.isPinned { document = try document.settingPinned(isPinned) }
    document = try document.changingTags(from: Tag.list(in: old.tags), to: Tag.list(in: tags))
    for (new, former, assignment) in [
      (about, old.about, people), (milestone, old.milestone, milestoneKey),
      (category, old.category, categoryKey), (weather, old.weather, weatherKey),
    ] {
      guard let new, new != former.map(Self.asSent) else { continue }
      document = try assignment.applied(to: document)
    }
    if let place, isPlaceChanged(from: base) {
      document = try place.assignments.reduce(document) { try $1.applied(to: $0) }
    }
    if let opens, opens != old.opens {
      document = try Self.sealing(until: try opening()).applied(to: document)
    }
    if let audience { document = try audience.applied(to: document) }
    if when != old.when {
      let date = try time(zone: zone).map { FieldValue.plain($0.rfc3339) }
      document = try FieldAssignment(.date, date).applied(to: document)
    }
    return document
  }

  // MARK: - Keys

  /// Of a new note.
  private var keys: [FieldAssignment] {
    var keys = [people, milestoneKey, categoryKey, weatherKey]
    if !prompt.isEmpty { keys.append(FieldAssignment(.prompt, .text(prompt))) }
    keys += place?.assignments ?? []
    keys += audience?.wanted.assignments ?? []
    return keys.filter { $0.value != nil }
  }

  /// An empty field removes the key.
  private var people: FieldAssignment {
    let names = Self.names(in: about ?? "")
    return FieldAssignment(.people, names.isEmpty ? nil : .list(names))
  }

  private var milestoneKey: FieldAssignment {
    Self.key(.milestone, Self.catalogue.written((milestone ?? "").trimmingBlanks).value)
  }

  private static func sealing(until day: CalendarDay?) -> FieldAssignment {
    FieldAssignment(.openAfter, day.map { .plain("\($0)") })
  }

  /// Nil for an empty field.
  private func opening() throws(PageProblem) -> CalendarDay? {
    guard let opens, !opens.isEmpty else { return nil }
    guard let day = CalendarDay(opens) else {
      throw PageProblem(
        .badRequest, "Not a day", "“\(opens)” is not a day such as 2043-05-17.", next: nil)
    }
    return day
  }

  private var categoryKey: FieldAssignment { Self.key(.category, category) }
  private var weatherKey: FieldAssignment { Self.key(.weather, weather) }

  private static func key(_ key: KnownKey, _ text: String?) -> FieldAssignment {
    let text = (text ?? "").trimmingBlanks
    return FieldAssignment(key, text.isEmpty ? nil : .text(text))
  }

  /// - Parameter base: the note that the form showed; nil for a new one.
  func isPlaceChanged(from base: NoteDocument?) -> Bool {
    let former = base.map { PlaceField(of: $0).text } ?? ""
    return place.map { $0.text != Self.asSent(former) } ?? false
  }

  /// A browser sends the value of a field of one line without its line ends.
  private static func asSent(_ value: String) -> String { value.filter { !$0.isNewline } }

  /// What the field shows for a value of the key `milestone`.
  static func shown(milestone: String) -> String { catalogue.written(milestone).title }

  /// The names in a list that is separated by commas.
  static func names(in text: String) -> [String] {
    text.split(separator: ",").map(\.trimmingBlanks).filter { !$0.isEmpty }
  }

  /// Those of a vault's settings are known by their ids.
  private static let catalogue = MilestoneCatalogue()

  /// As tl makes ids: lower-case hexadecimal digits in groups of 8, 4, 4, 4 and 12.
  static func isUUID(_ text: String) -> Bool {
    let groups = text.split(separator: "-", omittingEmptySubsequences: false)
    return groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
      && groups.joined().utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
  }

  /// Nil for an empty field.
  private func time(zone: TimeZoneRules) throws(PageProblem) -> NoteTime? {
    guard !when.isEmpty else { return nil }
    guard let time = NoteTime(when, zone: zone) else {
      throw PageProblem(
        .badRequest, "Not a time", "“\(when)” is not a time such as 2026-11-20T18:03.", next: nil)
    }
    return time
  }

  /// As a field for a time takes it; empty for none.
  static func field(_ time: NoteTime?) -> String {
    time.map { "\($0.day)T\(DateWords.clock($0) ?? "00:00")" } ?? ""
  }
}
