package import VaultFormat

/// A person: a page with `tl: person`, or a note without `tl` that has a readable birthday, as in vaults of other
/// programs (docs/vault-format.md, part K).
///
/// A value that cannot be read counts as absent.
package struct Person: NamedPage {
  package var path: VaultPath
  package var id: NoteID
  package var title: String
  package var aliases: [String]
  package var role: PersonRole?
  package var birthday: PartialDate?
  /// The day on which the birth was expected.
  package var dueDate: CalendarDay?
  package var died: PartialDate?
  /// The name of a file in the media of the page.
  package var avatar: String?
  package var icon: String?
  package var color: String?

  /// Nil if the document is no person, a conflict copy, or sealed until a later day than `today`.
  ///
  /// - Parameter id: of a document that stores none.
  package init?(
    _ document: NoteDocument, at path: VaultPath, id: NoteID, today: CalendarDay,
    zone: TimeZoneRules
  ) {
    guard let frontMatter = document.frontMatter, !document.isWithheld(on: today, zone: zone) else {
      return nil
    }
    let fields = PageFields(of: document, as: .person)
    func date(_ key: PageKey) -> PartialDate? {
      fields.text(key).flatMap { PartialDate($0, zone: zone) }
    }
    birthday = date(.birthday)
    let isPage = frontMatter.field(of: .kind).map { !$0.value.isNull } ?? false
    guard isPage ? PageKind(of: document) == .person : birthday != nil else { return nil }
    let metadata = NoteMetadata(of: document, zone: zone)
    self.path = path
    self.id = metadata.id ?? id
    title = document.title(metadata, at: path)
    aliases = metadata.aliases
    role = fields.text(.role).map(PersonRole.init)
    if case .day(let time) = date(.dueDate) { dueDate = time.day }
    died = date(.died)
    avatar = fields.text(.avatar)
    icon = fields.text(.icon)
    color = fields.text(.color)
  }

  /// Whether somebody has died before a day; on the day of death itself nobody has.
  ///
  /// Of a death of which only the month or year is known, the first day counts; one in an unknown year counts always.
  package func isDead(on day: CalendarDay) -> Bool {
    guard let died else { return false }
    return died.firstDay.map { $0 < day } ?? true
  }
}
