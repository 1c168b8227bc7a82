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
  /// The pages of persons that the audience may see.
  private let seen: Set<VaultPath>
  private let visibility: Visibility
  private let leapDay: LeapDay
  private let media: KnownMedia

  /// A note that is shown.
  struct Shown: Sendable {
    let path: VaultPath
    let vaultID: NoteID
    let id: String
    let rule: String
    fileprivate let file: NoteFile
  }

  struct Answer: Sendable {
    let decision: SharingDecision
    let note: Shown?
  }

  init(
    _ source: NoteSource, _ index: VaultIndex, _ audience: Audience, _ media: KnownMedia
  ) {
    (self.source, self.index, self.media) = (source, index, media)
    // Nobody else opens a note early.
    let visibility = Visibility(on: source.visibility.today, zone: source.zone)
    let persons = source.persons(of: index)
    let rule = SharingRule(
      audience: audience, circles: source.circles(of: index),
      persons: Set(persons.persons.map(\.path)), repeated: Self.repeatedIDs(source, index),
      zone: source.zone)
    (self.visibility, self.persons, self.rule) = (visibility, persons, rule)
    leapDay = JournalSettings(source.vault.configuration).leapDay
    seen = Set(
      persons.persons.map(\.path).filter { path in
        guard let bytes = try? source.vault.folder.read(path).bytes else { return false }
        let document = NoteDocument(bytes)
        let answer = visibility.answer(for: document)
        return rule.reason(for: document, at: path, answer, isPage: true)?.isShown ?? false
      })
  }

  /// Of the files that tl has reported as copies.
  private static func repeatedIDs(_ source: NoteSource, _ index: VaultIndex) -> Set<NoteID> {
    let copies = index.findings.filter { $0.finding.code == .duplicateID }
    return Set(
      copies.compactMap { copy in
        (try? source.vault.folder.read(copy.path).bytes).flatMap { NoteDocument($0).storedID }
      })
  }

  /// The notes that may ask to be shown, also those that are sealed or whose front matter cannot be read.
  func candidates() throws -> [VaultIndex.Position] {
    guard rule.audience != .readers else { return index.positions }
    let queries = rule.audience.keys.map { key in
      var query = NoteQuery()
      query.properties = [PropertyCondition(key.name, .present)]
      return query
    }
    let asking = try source.scanner(withSealed: true).notes(of: index, matching: queries)
    // Of these a query finds nothing.
    let hidden: IndexedNote.Flags = [.isBroken, .isSealed]
    let others = index.positions.filter { !index[$0].flags.isDisjoint(with: hidden) }
    return Array(Set(asking.joined()).union(others))
  }

  /// Nil for a note that does not ask, and for one that is gone.
  func answer(to position: VaultIndex.Position) -> Answer? {
    let path = index.path(position)
    guard let file = try? source.vault.note(at: path, zone: source.zone) else { return nil }
    let answer = visibility.answer(for: file.document, at: position, in: index)
    guard let reason = rule.reason(for: file.document, at: path, answer) else { return nil }
    let decision = SharingDecision(path, reason)
    guard case .shown(let rule) = reason else { return Answer(decision: decision, note: nil) }
    let vaultID = file.document.storedID ?? index.id(position)
    let id = SharedID.of(vaultID, isAnonymous: file.metadata.isAnonymous)
    return Answer(
      decision: decision, note: Shown(path: path, vaultID: vaultID, id: id, rule: rule, file: file))
  }

  // MARK: - What is shown of a note

  /// - Parameter paths: of all notes that are shown.
  func shared(_ shown: Shown, among paths: Set<VaultPath>) -> SharedNote {
    let (file, document) = (shown.file, shown.file.document)
    let time = file.metadata.date ?? file.created
    let title = Self.plain(document.titleWithoutName(file.metadata, at: shown.path) ?? "")
    let isAnonymous = file.metadata.isAnonymous
    let place = Place(of: document)
    return SharedNote(
      source: shown.path, vaultID: shown.vaultID, id: shown.id,
      title: title.isEmpty ? "\(time.day)" : title,
      hasTitle: !title.isEmpty, day: time.day, time: time, updated: file.updated,
      authors: isAnonymous ? [] : people(.author, of: document, at: time).map(\.name),
      people: isAnonymous ? [] : people(.people, of: document, at: time),
      category: document.writtenNames(of: .category).first.map(PageReference.label),
      place: isAnonymous ? nil : Self.text(of: place),
      coordinates: isAnonymous ? nil : place.coordinates,
      weather: document.text(of: .weather).map(Self.plain),
      temperature: document.number(of: KnownKey.temperature.name), tags: file.metadata.tags,
      slug: document.text(of: .slug), body: Array(document.body), rule: shown.rule,
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
    guard !file.media.files.isEmpty, let twin = MediaFolder(of: file.path)?.twin else {
      return false
    }
    return !paths.contains(twin) && source.vault.folder.holdsFile(twin)
  }

  /// Those whom a key names, each once: by the title of their page only if it may be seen, is the only one, and has
  /// one that is not the name of its file.
  private func people(
    _ key: KnownKey, of document: NoteDocument, at time: NoteTime
  ) -> [SharedPerson] {
    var names: Set<NameKey> = []
    return document.writtenNames(of: key).compactMap { written in
      let found = persons.persons(called: PageReference.name(written))
      let person = found.count == 1 && seen.contains(found[0].path) ? found[0] : nil
      let title = person.flatMap { $0.title.utf8.elementsEqual($0.path.stem) ? nil : $0.title }
      let name = Self.plain(title ?? PageReference.label(written))
      guard !name.isEmpty, names.insert(NameKey(name.utf8)).inserted else { return nil }
      let age = person.flatMap { Age(of: $0, at: time, leapDay: leapDay)?.text }
      return SharedPerson(name: name, age: age)
    }
  }
}
