package import VaultFormat
package import VaultStore

/// Checks a whole vault for problems (docs/vault-format.md, part C), in one pass on a fixed number of threads.
///
/// Writes nothing. The result depends only on the files, not on the order in which threads reach them. A file that
/// cannot be read gives a finding; the check goes on.
package struct VaultChecker: Sendable {
  private let vault: Vault
  private let zone: TimeZoneRules
  private let threads: Int
  private let today: CalendarDay?
  /// See `CheckSettings.skipsFastPath`.
  var skipsFastPath = false

  /// - Parameters:
  ///   - zone: the time zone of times without an offset.
  ///   - today: findings about notes that are sealed on this day say nothing of their words (docs/vault-format.md, rule
  ///     K-17); nil if nothing is sealed.
  package init(
    _ vault: Vault, zone: TimeZoneRules, threads: Int, sealedOn today: CalendarDay? = nil
  ) {
    self.vault = vault
    self.zone = zone
    self.threads = threads
    self.today = today
  }

  /// - Parameter recorded: called only for ids that several files store.
  package func check(recorded: RecordedNote? = nil) -> VaultCheck {
    var settings = CheckSettings(vault.configuration, zone: zone, sealedOn: today)
    settings.skipsFastPath = skipsFastPath
    let walk = VaultWalk(
      vault.folder, threads: threads, excluding: vault.configuration.templates)
    var (shards, findings) = EntryChecker.run(walk, settings)
    let sealed = shards.reduce(into: Set<NoteID>()) { $0.formUnion($1.sealed) }
    for number in shards.indices { shards[number].settleCopies(ofSealed: sealed) }
    findings += Self.resolveIdentities(&shards, recorded) + shards.flatMap(\.findings)
    findings += vault.configuration.findings.map { LocatedFinding(VaultLayout.configuration, $0) }
    var report = CheckReport(findings: findings)
    let names = NameIndex(shards.map(\.names))
    report.checkNames(names)
    report.checkIdentity(shards, vault.templatePlaces())
    report.checkLinks(shards, names, in: vault.folder)
    report.addMarkedLogs(shards)
    report.addSpellings(shards)
    report.addLeftovers(shards)
    return VaultCheck(
      findings: report.findings.sorted(by: VaultCheck.precedes), repairs: report.repairs,
      noteCount: shards.reduce(0) { $0 + $1.notes.count })
  }

  /// Resolves which note owns an id, and updates the shards.
  private static func resolveIdentities(
    _ shards: inout [CheckShard], _ recorded: RecordedNote?
  ) -> [LocatedFinding] {
    let resolved = IdentityResolver.resolve(shards.map(\.index), recorded: recorded) { _, _ in
      true
    }
    for (number, index) in resolved.shards.enumerated() { shards[number].index = index }
    return resolved.findings
  }
}

/// The result of a vault check.
package struct VaultCheck: Sendable {
  /// Sorted by path, line and column.
  package var findings: [LocatedFinding]
  /// The safe repairs, in the order in which to run them.
  package var repairs: [Repair]
  /// The number of actions in all repairs.
  package var repairCount: Int { repairs.reduce(0) { $0 + $1.actionCount } }
  package var noteCount: Int

  /// The order by path, line and column.
  package static func precedes(_ a: LocatedFinding, _ b: LocatedFinding) -> Bool {
    if a.path != b.path { return a.path < b.path }
    let (first, second) = (a.finding, b.finding)
    if first.line != second.line { return first.line < second.line }
    if first.column != second.column { return first.column < second.column }
    return (first.code.rawValue, first.message) < (second.code.rawValue, second.message)
  }
}

/// The settings of a vault that a check needs.
struct CheckSettings: Sendable {
  let zone: TimeZoneRules
  /// Nil if nothing is sealed.
  let today: CalendarDay?
  /// The categories of the settings as they are spelled there; empty if there are none, and any is allowed.
  private let spellings: [NameKey: [UInt8]]
  private let exact: Set<[UInt8]>
  /// The most bytes of a medium.
  let maximumSize: Int64
  /// Skips the fast path and reads every note as a document; the tests compare both.
  var skipsFastPath = false

  init(_ configuration: VaultConfiguration, zone: TimeZoneRules, sealedOn today: CalendarDay?) {
    (self.zone, self.today) = (zone, today)
    let names = configuration.categories.map { Array($0.utf8) }
    spellings = Dictionary(names.map { (NameKey($0), $0) }) { first, _ in first }
    exact = Set(spellings.values)
    maximumSize = configuration.maximumMediaSize
  }

  func isSealed(until day: CalendarDay?) -> Bool {
    guard let day, let today else { return false }
    return today < day
  }

  var hasCategories: Bool { !spellings.isEmpty }

  /// Whether the settings have a category in just this spelling.
  func spells(category: some Sequence<UInt8>) -> Bool { exact.contains(Array(category)) }

  /// How the settings spell a category, without regard to case and normal form; nil if they do not have it.
  func spelling(ofCategory name: String) -> String? {
    spellings[NameKey(name.utf8)].map { String(decoding: $0, as: UTF8.self) }
  }
}

/// The results of one thread of a check.
struct CheckShard: Sendable {
  var findings: [LocatedFinding] = []
  var names = NameShard()
  /// The ids and paths of the notes, parallel to `notes`.
  var index = IndexShard()
  var notes: [CheckedNote] = []
  var links: [CheckedLink] = []
  /// The destinations of `links` as written.
  var destinations: [UInt8] = []
  /// The folder of each left-over temporary file; nil is the root.
  var leftovers: [VaultPath?] = []
  /// Trackers with conflict markers that can be taken out.
  var markedLogs: [VaultPath] = []
  /// Notes whose category the settings spell otherwise.
  var misspelled: [MisspelledCategory] = []
  /// The sealed notes.
  var sealed: Set<NoteID> = []
  /// Of conflict copies, of which it is not decided before all notes are read whether they are of sealed ones.
  var copies: [CheckedKeys] = []
  /// Media folders without a note.
  var orphans: [VaultPath] = []

  func path(ofNote note: Int) -> VaultPath { index.path(of: index.notes[note]) }
}

/// A note with a category that the settings spell otherwise.
struct MisspelledCategory: Sendable {
  let path: VaultPath
  /// The spelling that the settings have.
  let spelling: String
}

/// What the keys of a note come to.
struct CheckedKeys: Sendable {
  let path: VaultPath
  /// The note of a conflict copy.
  let original: NoteID?
  /// The findings of `NoteMetadata`, and the others.
  let known: [Finding]
  let others: [Finding]
  let spellings: [MisspelledCategory]
}

/// The properties of a note that the other checks need.
struct CheckedNote: Sendable {
  /// The stored id, in the arena of the index; another note may have the same.
  var storedID: ArenaRange?
  var hasMediaFolder: Bool
  /// Keys can be added to the front matter.
  var isCompletable: Bool
  /// `created` comes from the file system, and the note has no such key.
  var lacksCreated: Bool
  /// Sealed, or a conflict copy, which is sealed while its note is: what its links say is not told.
  var isSealed = false
}

/// A link that may lead to a file of the vault.
struct CheckedLink: Sendable {
  /// The index of the note in the shard.
  var note: Int32
  var kind: MarkdownLink.Kind
  /// The range in `CheckShard.destinations`.
  var destination: ArenaRange
  /// The line, counted from 1.
  var line: Int32
  var column: Int32
}

/// The codes of findings of a vault check, explained in docs/vault-format.md, rule C-3.
extension Finding.Code {
  package static let leftover = Finding.Code("leftover")
  package static let mediaWithoutNote = Finding.Code("media-without-note")
  package static let symbolicLink = Finding.Code("symbolic-link")
  package static let specialFile = Finding.Code("special-file")
  package static let folderInMedia = Finding.Code("folder-in-media")
  package static let sharedMedia = Finding.Code("shared-media")
  package static let largeFileElsewhere = Finding.Code("large-file-elsewhere")
  package static let fileTooLarge = Finding.Code("file-too-large")
  package static let refusedName = Finding.Code("refused-name")
  package static let nameNotUTF8 = Finding.Code("name-not-utf8")
  package static let clashingNames = Finding.Code("clashing-names")

  package static let nulByte = Finding.Code("nul-byte")
  package static let conflictMarker = Finding.Code("conflict-marker")
  package static let markersInLog = Finding.Code("markers-in-log")
  package static let conflictExample = Finding.Code("conflict-in-code")
  package static let foreignFrontMatter = Finding.Code("foreign-front-matter")

  package static let unusableID = Finding.Code("unusable-id")
  package static let clashingIDs = Finding.Code("clashing-ids")
  package static let idNotStored = Finding.Code("id-not-stored")
  package static let templateNote = Finding.Code("template")
  package static let createdUnknown = Finding.Code("created-unknown")
  package static let unknownCategory = Finding.Code("unknown-category")
  package static let categorySpelling = Finding.Code("category-spelling")
  package static let unreadableCoordinates = Finding.Code("unreadable-coordinates")
  package static let swappedCoordinates = Finding.Code("swapped-coordinates")
  package static let updatedBeforeCreated = Finding.Code("updated-before-created")

  package static let brokenLink = Finding.Code("broken-link")
  package static let linkSpelling = Finding.Code("link-spelling")
  package static let linkByName = Finding.Code("link-by-name")
  package static let pageLink = Finding.Code("page-link")
  package static let linkOutside = Finding.Code("link-outside")
  package static let missingNote = Finding.Code("missing-note")
}
