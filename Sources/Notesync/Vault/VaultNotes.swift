package import VaultFormat
internal import VaultIndex
package import VaultStore

/// Reads the notes of a vault as they travel: all that `tl list` knows.
package struct VaultNotes {
  package let vault: Vault
  package let zone: TimeZoneRules
  private let threads: Int
  private let hashes: MediaHashes

  /// - Parameters:
  ///   - zone: that of the vault.
  ///   - threads: as many as there are processors to use.
  package init(_ vault: Vault, zone: TimeZoneRules, threads: Int, hashes: MediaHashes) {
    self.vault = vault
    self.zone = zone
    self.threads = threads
    self.hashes = hashes
  }

  /// What a look at all notes found besides the notes themselves.
  package struct Survey: Sendable {
    /// Notes that cannot travel.
    package var blocked: [BlockedNote] = []
    /// Folders or files could not be read, so that a note that was not found may exist all the same.
    package var isIncomplete = false
  }

  /// Calls `body` for each note that can travel, in the order of their paths.
  ///
  /// A file that goes away meanwhile is left out.
  package func forEach(_ body: (VaultNote) throws -> Void) throws -> Survey {
    let index = try VaultScanner(vault.folder, zone: zone, threads: threads).scan(keepsText: false)
    var survey = Survey()
    survey.isIncomplete = index.findings.contains {
      $0.finding.code == .unreadableFile || $0.finding.code == .unreadableFolder
    }
    let places = index.positions.map { (path: index.path($0), position: $0) }
      .sorted { $0.path < $1.path }
    for (path, position) in places {
      let entry = index[position]
      do {
        let result = try note(
          at: path, id: index.id(position), isIDStored: entry.flags.contains(.storesID))
        switch result {
        case .success(let note): try body(note)
        case .failure(let blocked): survey.blocked.append(blocked.note)
        }
      } catch let error as StoreError where error.system?.isMissing == true {
        // Moved or removed meanwhile: whether it is gone the next look will tell.
        survey.isIncomplete = true
      }
    }
    hashes.save()
    return survey
  }

  /// Why a note cannot travel.
  package struct Blocked: Error { package var note: BlockedNote }

  /// One note.
  ///
  /// - Parameters:
  ///   - id: what the index, or whoever knows the whole vault, calls the note.
  ///   - isIDStored: whether the file holds it, else no id at all; nil: whatever it holds.
  /// - Throws: a `StoreError` where the file is gone.
  package func note(
    at path: VaultPath, id: NoteID, isIDStored: Bool?
  ) throws -> Result<VaultNote, Blocked> {
    func blocked(_ reason: BlockedNote.Reason) -> Result<VaultNote, Blocked> {
      .failure(Blocked(note: BlockedNote(path: path, id: id, reason: reason)))
    }
    let (read, problem) = try file(at: path)
    guard let file = read else { return blocked(.unreadable(problem)) }
    if file.document.frontMatter?.problem != nil { return blocked(.brokenFrontMatter) }
    if isIDStored == false, file.metadata.id != nil { return blocked(.repeatedID) }
    if isIDStored == true, file.metadata.id != id { return blocked(.otherNote) }
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

  /// Plain files are not hashed only to learn that they stay here.
  private func type(of file: MediaFile) throws -> MediaType? {
    if file.kind == .file {
      let head = try FileInput(file.path, in: vault.folder).read(MediaType.headSize)
      return MediaType(of: head)
    }
    return MediaType(
      of: try hashes.hash(of: file.path).head, fileExtension: file.path.fileExtension)
  }
}
