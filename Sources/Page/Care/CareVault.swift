internal import HTTPTypes
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import VaultSync

/// A vault and its repository, opened on the thread that uses it.
struct CareVault: Sendable {
  let vault: Vault
  let care: CareSettings
  let surroundings: Surroundings
  let zone: TimeZoneRules
  let threads: Int

  init(_ incoming: PageRequest) throws {
    guard let care = incoming.site.settings.care else { throw PageProblem.noSuchPage }
    vault = incoming.vault
    self.care = care
    surroundings = incoming.site.settings.surroundings
    zone = incoming.zone
    threads = incoming.site.settings.source.threads
  }

  /// For a sync.
  ///
  /// - Throws: `SyncError` without a repository, or with one that must not be touched.
  func syncing() throws -> SyncedVault {
    try vault.checkWritable()
    return try open(care.settings(vault.folder))
  }

  /// The same for reading; stores nothing.
  func reading() throws -> SyncedVault { try open(care.readingSettings(vault.folder)) }

  private func open(_ settings: SyncSettings) throws -> SyncedVault {
    guard vault.isInitialized else {
      throw Vault.WriteRefusal.notInitialized(path: vault.folder.path)
    }
    return try SyncedVault(
      vault, settings: settings, surroundings: surroundings, noteZone: care.noteZone)
  }

  /// Whether there is a repository to look at.
  static func hasHistory(_ incoming: PageRequest) -> Bool {
    (try? CareVault(incoming).reading()) != nil
  }

  var scanner: VaultScanner {
    VaultScanner(vault, zone: zone, threads: threads, sealedOn: today)
  }

  var today: CalendarDay { NoteTime(instant: surroundings.now(), zone: zone).day }

  /// Finds in the history which of several files with one id is the note.
  var recordedNote: RecordedNote {
    { id, paths in
      guard let history = try? reading().history() else { return nil }
      return try? history.owner(of: id, among: paths)
    }
  }

  /// The first file that git would keep less private under its new name; nil in a vault without git.
  func exposed(_ files: [RenamedFile]) throws -> RenamedFile? {
    guard !files.isEmpty, let synced = try? reading() else { return nil }
    return try synced.exposed(files).first
  }
}

extension PageProblem {
  /// Of a sync, a history or a repair, in the words of the command line.
  init(_ error: any Error, _ words: CareWords) {
    if let problem = error as? PageProblem {
      self = problem
      return
    }
    let problem = words.problem(error)
    let sentences = ([problem.message] + problem.hints).map(\.asSentence)
    self.init(
      .conflict, PageWords.failed, sentences.joined(separator: " "),
      next: Next(path: "/status", label: PageWords.statusTitle))
  }
}

extension String {
  /// A fragment of the command line as a sentence, without control characters.
  var asSentence: String {
    let text = shownLine
    guard let last = text.last else { return "" }
    let word = text.prefix { $0 != " " }
    // Paths and commands keep their spelling.
    let isWord = word.allSatisfy(\.isLetter) && !["tl", "git", "ssh"].contains(word)
    let start = isWord ? text.prefix(1).uppercased() + text.dropFirst() : text
    return start + (".!?:".contains(last) ? "" : ".")
  }

  /// On one line, without control characters.
  var shownLine: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}
