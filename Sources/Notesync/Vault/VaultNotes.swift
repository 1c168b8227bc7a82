internal import SystemCalls
package import VaultFormat
internal import VaultIndex
package import VaultStore

/// Reads the notes of a vault for notesync: all that `tl list` has.
package struct VaultNotes {
  package let vault: Vault
  package let zone: TimeZoneRules
  private let threads: Int
  private let hashes: MediaHashes
  private let now: () -> Int64

  /// - Parameters:
  ///   - zone: that of the vault.
  ///   - threads: as many as there are processors to use.
  ///   - now: seconds since 1970.
  package init(
    _ vault: Vault, zone: TimeZoneRules, threads: Int, hashes: MediaHashes,
    now: @escaping () -> Int64
  ) {
    self.now = now
    self.vault = vault
    self.zone = zone
    self.threads = threads
    self.hashes = hashes
  }

  /// Other results of reading all notes.
  package struct Survey: Sendable {
    package var blocked: [BlockedNote] = []
    /// Folders or files could not be read, so a note that was not found may still exist.
    package var isIncomplete = false
  }

  /// Calls `body` for each note that can be sent, in the order of their paths.
  ///
  /// A file that disappears meanwhile is left out.
  ///
  /// - Parameter place: the last known path of a note. Of several files with its id, that one stays the note, so that a
  ///   copy with an earlier name does not replace it on the server.
  package func forEach(
    placedAt place: (NoteID) -> VaultPath? = { _ in nil }, _ body: (VaultNote) throws -> Void
  ) throws -> Survey {
    let index = try VaultScanner(vault, zone: zone, threads: threads, sealedOn: nil).scan(
      keepsText: false)
    var survey = Survey()
    survey.isIncomplete = index.findings.contains {
      $0.finding.code == .unreadableFile || $0.finding.code == .unreadableFolder
    }
    let places = index.positions.map { (path: index.path($0), position: $0) }
      .sorted { $0.path < $1.path }
    let owners = owners(of: index, placedAt: place)
    let owned = Set(owners.values)
    var shown: VaultIndex?
    for (path, position) in places {
      var (id, storesID) = (index.id(position), index[position].flags.contains(.storesID))
      if let owner = owners[path] {
        (id, storesID) = (owner, true)
      } else if storesID, owned.contains(id) {
        (id, storesID) = (ProvisionalID.of(path), false)
      }
      do {
        let result = try note(at: path, id: id, isIDStored: storesID) {
          let index = try shown ?? shownIndex()
          shown = index
          return index
        }
        switch result {
        case .success(let note): try body(note)
        case .failure(let blocked): survey.blocked.append(blocked.note)
        }
      } catch let error as StoreError where error.system?.isMissing == true {
        // Moved or removed meanwhile: the next run shows which.
        survey.isIncomplete = true
      }
    }
    hashes.save()
    return survey
  }

  /// Files that own an id by their last known path, although the index takes them for copies.
  private func owners(
    of index: VaultIndex, placedAt place: (NoteID) -> VaultPath?
  ) -> [VaultPath: NoteID] {
    var owners: [VaultPath: NoteID] = [:]
    for copy in index.findings where copy.finding.code == .duplicateID {
      guard let id = (try? file(at: copy.path))?.0?.metadata.id, place(id) == copy.path else {
        continue
      }
      owners[copy.path] = id
    }
    return owners
  }

  /// Why a note cannot be sent.
  package struct Blocked: Error { package var note: BlockedNote }

  /// One note.
  ///
  /// - Parameters:
  ///   - id: the note's id in the index, or as determined from the whole vault.
  ///   - isIDStored: whether the file must have this id or none; nil: not checked.
  /// - Throws: a `StoreError` if the file is gone.
  package func note(
    at path: VaultPath, id: NoteID, isIDStored: Bool?
  ) throws -> Result<VaultNote, Blocked> {
    try note(at: path, id: id, isIDStored: isIDStored, shownIndex)
  }

  private var visibility: Visibility {
    Visibility(on: NoteTime(instant: now(), zone: zone).day, zone: zone)
  }

  /// All notes, of sealed ones what is shown of them.
  private func shownIndex() throws -> VaultIndex {
    try VaultScanner(vault, zone: zone, threads: threads, sealedOn: visibility.today)
      .scan(keepsText: false)
  }

  /// - Parameter shown: called only for a conflict copy.
  private func note(
    at path: VaultPath, id: NoteID, isIDStored: Bool?, _ shown: () throws -> VaultIndex
  ) throws -> Result<VaultNote, Blocked> {
    func blocked(_ reason: BlockedNote.Reason) -> Result<VaultNote, Blocked> {
      .failure(Blocked(note: BlockedNote(path: path, id: id, reason: reason)))
    }
    let (read, problem) = try file(at: path)
    guard let file = read else { return blocked(.unreadable(problem)) }
    if file.document.frontMatter?.problem != nil { return blocked(.brokenFrontMatter) }
    if isIDStored == false, file.metadata.id != nil { return blocked(.repeatedID) }
    if isIDStored == true, file.metadata.id != id { return blocked(.otherNote) }
    if try visibility.staysInVault(file.document, in: shown()) { return blocked(.staysInVault) }
    guard let text = WireText.of(file.document) else { return blocked(.notUTF8) }
    if file.findings.contains(where: { $0.code == .unreadableFolder }) {
      return blocked(.unreadableMedia("the folder cannot be read"))
    }
    let content: NoteContent
    do {
      content = NoteContent(
        text: text, tags: file.metadata.tags, isPinned: file.metadata.isPinned,
        media: try media(file.media.files))
    } catch {
      return blocked(.unreadableMedia("\(error)"))
    }
    return .success(
      VaultNote(
        path: path, id: id, isIDStored: file.metadata.id != nil, content: content,
        created: file.created,
        updated: file.updated))
  }

  /// The file, or why it cannot be read.
  private func file(at path: VaultPath) throws(StoreError) -> (NoteFile?, String) {
    do {
      return (try vault.note(at: path, zone: zone), "")
    } catch {
      if error.system?.isMissing == true { throw error }
      return (nil, "\(error)")
    }
  }

  private func media(_ files: [MediaFile]) throws -> [MediaContent] {
    var media: [MediaContent] = []
    var seen: Set<String> = []
    for file in files {
      guard file.kind != .video, let type = try type(of: file) else { continue }
      let (sha256, size, _) = try hashes.hash(of: file.path)
      guard seen.insert(sha256).inserted else { continue }
      media.append(MediaContent(path: file.path, sha256: sha256, size: size, type: type))
    }
    return media
  }

  /// Other files are not hashed, since they are not synced.
  private func type(of file: MediaFile) throws -> ContentType? {
    if file.kind == .file {
      let head = try FileInput(file.path, in: vault.folder).read(ContentType.headSize)
      return ContentType(of: head)
    }
    return ContentType(
      of: try hashes.hash(of: file.path).head, fileExtension: file.path.fileExtension)
  }
}
