package import Journal
package import SystemCalls
package import VaultFormat
package import VaultIndex
package import VaultStore

/// The notes of a vault as one command or request has them: by which zone and how many threads they are read, which are
/// sealed, and how they are written.
///
/// A face makes one for each command and each request, and reads and writes through it alone. `tl` asks it for an index,
/// which is a scan; a server passes that of its `LiveIndex` to what takes one. Sealed notes are those of `now`, also in
/// a scan that ends after midnight.
package struct NoteSource: Sendable {
  package let vault: Vault
  /// The clock and the random ids of the program, in the zone of the vault.
  package let surroundings: Surroundings
  /// The one moment of all that is asked, in the zone of the vault.
  ///
  /// What is written has the time at which its writer got the lock: another program may have written meanwhile.
  package let now: NoteTime
  package var visibility: Visibility
  package let threads: Int

  package var zone: TimeZoneRules { surroundings.zone }

  /// - Parameter zone: for times without an offset.
  package init(_ vault: Vault, _ surroundings: Surroundings, zone: TimeZoneRules, threads: Int) {
    self.vault = vault
    self.threads = threads
    self.surroundings = Surroundings(
      now: surroundings.now, zone: zone, makeID: surroundings.makeID)
    now = NoteTime(instant: surroundings.now(), zone: zone)
    visibility = Visibility(on: now.day, zone: zone)
  }
}

// MARK: - Reading

extension NoteSource {
  /// Reads the notes, and of sealed ones what is shown of them.
  ///
  /// - Parameter withSealed: reads them as they are: for a change, which concerns them too, and for what shows nothing.
  package func scanner(withSealed: Bool = false) -> VaultScanner {
    VaultScanner(
      vault, zone: zone, threads: threads, sealedOn: withSealed ? nil : visibility.today)
  }

  package var checker: VaultChecker {
    VaultChecker(vault, zone: zone, threads: threads, sealedOn: visibility.today)
  }
}

// MARK: - Pages of the journal

extension NoteSource {
  /// - Parameter index: of all notes.
  package func persons(of index: VaultIndex) -> PersonBook {
    PersonBook(of: vault, index, today: visibility.today, zone: zone)
  }

  /// - Parameter index: of all notes.
  package func circles(of index: VaultIndex) -> CircleBook {
    CircleBook(of: vault, index, today: visibility.today, zone: zone)
  }

  /// - Parameter index: of all notes.
  package func books(of index: VaultIndex) -> BookShelf {
    BookShelf(of: vault, index, today: visibility.today, zone: zone)
  }

  /// - Parameters:
  ///   - index: of all notes.
  ///   - former: as `CommentBook` takes it, as is `changed`.
  package func comments(
    of index: VaultIndex, after former: CommentBook = .empty, changed: Set<VaultPath>? = nil
  ) -> CommentBook {
    CommentBook(
      of: vault, index, today: visibility.today, zone: zone, after: former, changed: changed)
  }

  /// Those below the folder where comments are made, for one note; no other folder is read.
  ///
  /// What cannot be read is not reported.
  ///
  /// - Throws: a `StoreError` if the root cannot be listed.
  package func comments() throws(StoreError) -> CommentBook {
    guard let folder = VaultPath(NewComment.folder), try vault.folder.exists(folder) else {
      return .empty
    }
    let others = try vault.folder.list(nil).map { VaultPath(in: nil, named: $0.name) }
      .filter { $0 != folder }
    let scanner = VaultScanner(
      vault.folder, excluding: others + vault.configuration.templates, zone: zone,
      threads: threads, sealedOn: visibility.today)
    return (try? scanner.scan(keepsText: false)).map { comments(of: $0) } ?? .empty
  }

  /// - Parameter index: of all notes, with titles and tags.
  package func trackers(of index: VaultIndex) throws(PatternError) -> TrackerBook {
    TrackerBook(try trackerFiles(of: index))
  }

  /// As `TrackerFile.all`, for a face that keeps what trackers come to.
  ///
  /// - Parameter runsQueries: false for a caller that cannot wait until notes are read.
  package func trackerFiles(
    of index: VaultIndex, runsQueries: Bool = true,
    known: (VaultPath, FileStatus) -> Tracker? = { _, _ in nil }
  ) throws(PatternError) -> [TrackerFile] {
    try TrackerFile.all(
      of: vault, index, runsQueries ? scanner() : nil, now: now, zone: zone, known: known)
  }

  /// What pages and settings say that cannot be read.
  ///
  /// - Parameter index: of all notes, with titles.
  package func journalFindings(of index: VaultIndex) -> [LocatedFinding] {
    JournalCheck(of: vault, index, scanner(), now: now, zone: zone).findings
  }
}

// MARK: - Writing

extension NoteSource {
  /// Waits for the vault's `write` lock.
  ///
  /// - Parameters:
  ///   - operation: what the changes belong to.
  ///   - timeout: ten seconds if nil.
  /// - Throws: as `NoteWriter` does.
  package func writer(
    as operation: OperationRecorder?, timeout: LockTimeout?
  ) throws -> NoteWriter {
    try NoteWriter(vault, surroundings, zone: zone, timeout: timeout, operation: operation)
  }
}
