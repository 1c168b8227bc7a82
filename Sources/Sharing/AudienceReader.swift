internal import Journal
internal import Operations
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// Reads the notes that ask to be shown to an audience.
struct AudienceReader: Sendable {
  private let source: NoteSource
  private let index: VaultIndex
  private let rule: SharingRule
  private let persons: PersonBook
  private let visibility: Visibility
  private let media: KnownMedia
  let rules: AudienceReads.Rules

  /// Whether a note that asks is shown.
  struct Answer: Sendable {
    let decision: SharingDecision
    /// Under which it leaves; nil if it is held back.
    let id: String?
    /// That of the index, if the file stores none.
    let indexID: NoteID?
  }

  /// A note that was read.
  struct Read: Sendable {
    let answer: Answer
    fileprivate let vaultID: NoteID
    fileprivate let file: NoteFile
  }

  init(
    _ source: NoteSource, _ index: VaultIndex, _ audience: Audience, _ media: KnownMedia
  ) {
    (self.source, self.index, self.media) = (source, index, media)
    // Nobody else opens a note early.
    let visibility = Visibility(on: source.visibility.today, zone: source.zone)
    let persons = source.persons(of: index)
    let circles = source.circles(of: index)
    let rule = SharingRule(
      audience: audience, circles: circles, persons: Set(persons.persons.map(\.path)),
      repeated: Set(index.copies(in: source.vault.folder).map(\.id)), zone: source.zone)
    (self.visibility, self.persons, self.rule) = (visibility, persons, rule)
    let seen = Set(
      persons.persons.map(\.path).filter { path in
        guard let bytes = try? source.vault.folder.read(path).bytes else { return false }
        let document = NoteDocument(bytes)
        let answer = visibility.answer(for: document)
        return rule.reason(for: document, at: path, answer, isPage: true)?.isShown ?? false
      })
    rules = AudienceReads.Rules(
      audience: audience, circles: circles.circles, persons: persons.persons, seen: seen,
      repeated: rule.repeated, today: visibility.today,
      leapDay: JournalSettings(source.vault.configuration).leapDay)
  }

  /// Those of some notes that may ask to be shown, also if they are sealed or their front matter cannot be read.
  ///
  /// If they are a large part of all notes, the keys alone of all are read first.
  func asking(_ notes: [AudienceReads.Candidate]) throws -> [AudienceReads.Candidate] {
    guard rules.audience != .readers, notes.count * 8 > index.count else { return notes }
    let queries = rules.audience.keys.map { key in
      var query = NoteQuery()
      query.properties = [PropertyCondition(key.name, .present)]
      return query
    }
    let found = Set(
      try source.scanner(withSealed: true).notes(of: index, matching: queries).joined())
    // Of these a query finds nothing.
    let hidden: IndexedNote.Flags = [.isBroken, .isSealed]
    return notes.filter {
      found.contains($0.position) || !index[$0.position].flags.isDisjoint(with: hidden)
    }
  }

  /// Nil for a note that does not ask, and for one that is gone.
  func read(_ position: VaultIndex.Position) -> Read? {
    let path = index.path(position)
    guard let file = try? source.vault.note(at: path, zone: source.zone) else { return nil }
    let answer = visibility.answer(for: file.document, at: position, in: index)
    guard let reason = rule.reason(for: file.document, at: path, answer) else { return nil }
    let vaultID = file.document.storedID ?? index.id(position)
    let id = SharedID.of(vaultID, isAnonymous: file.metadata.isAnonymous)
    return Read(
      answer: Answer(
        decision: SharingDecision(path, reason), id: reason.isShown ? id : nil,
        indexID: file.document.storedID == nil ? vaultID : nil), vaultID: vaultID,
      file: file)
  }

  // MARK: - What is shown of a note

  /// Nil for a note that is held back.
  ///
  /// - Parameter paths: of all notes that are shown.
  func shared(_ read: Read, among paths: Set<VaultPath>) -> SharedNote? {
    guard let id = read.answer.id, case .shown(let rule) = read.answer.decision.reason else {
      return nil
    }
    let (file, document) = (read.file, read.file.document)
    let time = file.metadata.date ?? file.created
    let title = Self.plain(document.titleWithoutName(file.metadata, at: file.path) ?? "")
    let isAnonymous = file.metadata.isAnonymous
    let place = Place(of: document)
    return SharedNote(
      source: file.path, vaultID: read.vaultID, id: id,
      title: title.isEmpty ? "\(time.day)" : title,
      hasTitle: !title.isEmpty, day: time.day, time: time, updated: file.updated,
      authors: isAnonymous ? [] : people(.author, of: document, at: time).map(\.name),
      people: isAnonymous ? [] : people(.people, of: document, at: time),
      category: document.writtenNames(of: .category).first.map(PageReference.label),
      place: isAnonymous ? nil : Self.text(of: place),
      coordinates: isAnonymous ? nil : place.coordinates,
      weather: document.text(of: .weather).map(Self.plain),
      temperature: document.number(of: KnownKey.temperature.name), tags: file.metadata.tags,
      slug: document.text(of: .slug),
      language: document.frontMatter?.field(named: PageKey.language.name)?.value.text.flatMap {
        Book.isLanguage($0) ? $0 : nil
      }, body: Array(document.body), rule: rule,
      gallery: SharedGallery(
        of: file, in: source.vault.folder, isWithheld: sharesMedia(file, paths), media))
  }

  /// A text with those of its links in place of these, whose paths stay.
  private static func plain(_ text: String) -> String {
    guard text.contains("[") else { return text.trimmingBlanks }
    // The expressions take the square of the time; of a longer text only the paths go.
    let short = text.utf8.count > longestPlain ? text : withoutLinks(text)
    return withoutPaths(short).trimmingBlanks
  }

  private static let longestPlain = 1024

  private static func withoutLinks(_ text: String) -> String {
    text.replacing(/!?\[\[(?:[^\]|]*\|)?([^\]]*)\]\]/) { $0.1.split(separator: "/").last ?? "" }
      .replacing(/!?\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\((?:[^()]|\([^()]*\))*\)/) { $0.1 }
  }

  /// Without the paths of the links that Markdown still finds.
  private static func withoutPaths(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var (kept, end) = ([UInt8](), 0)
    bytes.withUnsafeBufferPointer { bytes in
      MarkdownLink.forEach(in: bytes, from: 0) { link in
        kept += bytes[end..<link.destination.lowerBound]
        end = link.destination.upperBound
      }
    }
    return String(decoding: kept + bytes[end...], as: UTF8.self)
  }

  private static func text(of place: Place) -> String? {
    let parts = [place.name, place.locality].compactMap { $0.map(plain) }.filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// Whether the media folder is also that of a note of the other extension, which is not shown.
  private func sharesMedia(_ file: NoteFile, _ paths: Set<VaultPath>) -> Bool {
    guard !file.media.files.isEmpty, let twin = twin(of: file.path) else { return false }
    return !paths.contains(twin)
  }

  /// The note of the other extension, if there is one.
  private func twin(of path: VaultPath) -> VaultPath? {
    MediaFolder(of: path)?.twin.flatMap { source.vault.folder.holdsFile($0) ? $0 : nil }
  }

  /// Whether a note that is as it was gives the same media, whatever other notes are shown.
  func givesSameMedia(_ note: SharedNote) -> Bool {
    !note.gallery.isWithheld && (note.gallery.files.isEmpty || twin(of: note.source) == nil)
  }

  /// Those whom a key names, each once: by the title of their page only if it may be seen, is the only one, and has
  /// one that is not the name of its file.
  private func people(
    _ key: KnownKey, of document: NoteDocument, at time: NoteTime
  ) -> [SharedPerson] {
    var names: Set<NameKey> = []
    return document.writtenNames(of: key).compactMap { written in
      let found = persons.persons(called: PageReference.name(written))
      let person = found.count == 1 && rules.seen.contains(found[0].path) ? found[0] : nil
      let title = person.flatMap { $0.title.utf8.elementsEqual($0.path.stem) ? nil : $0.title }
      let name = Self.plain(title ?? PageReference.label(written))
      guard !name.isEmpty, names.insert(NameKey(name.utf8)).inserted else { return nil }
      let age = person.flatMap { Age(of: $0, at: time, leapDay: rules.leapDay) }
      return SharedPerson(name: name, age: age)
    }
  }
}
