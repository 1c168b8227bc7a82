package import SystemCalls
package import VaultFormat
package import VaultStore

/// An import of photos and films into a vault: looks at the files, plans, and carries out the plan.
///
/// After an interruption a second run goes on where the first one ended: what is in the vault already is left out.
package struct PhotoImport: Sendable {
  private let vault: Vault
  private let surroundings: Surroundings
  private let zone: TimeZoneRules
  private let threads: Int
  private let lockTimeout: LockTimeout?
  private let operation: OperationRecorder?

  /// - Parameters:
  ///   - zone: of the vault.
  ///   - threads: as many as processors.
  ///   - lockTimeout: how long to wait while another program writes; nil for the default.
  ///   - operation: what the changes belong to.
  package init(
    _ vault: Vault, _ surroundings: Surroundings, zone: TimeZoneRules, threads: Int,
    lockTimeout: LockTimeout? = nil, operation: OperationRecorder? = nil
  ) {
    self.vault = vault
    self.surroundings = surroundings
    self.zone = zone
    self.threads = threads
    self.lockTimeout = lockTimeout
    self.operation = operation
  }

  /// Reads the heads of the files, and all of those that may be in the vault or in the import twice.
  ///
  /// - Parameters:
  ///   - maximumSide: of pictures; larger ones get a smaller copy. In pixels.
  ///   - advance: called for each file.
  /// - Returns: the plan, and the files and media folders that cannot be read.
  package func plan(
    _ files: [PhotoCollection.File], grouping: PhotoGrouping, maximumSide: Int? = nil,
    advance: () throws -> Void = {}
  ) throws -> (plan: PhotoImportPlan, problems: [StoreError]) {
    let sizes = Set(files.map(\.size))
    let contents = try VaultMedia(of: vault.folder, threads: threads)
    let media = contents.files.filter { sizes.contains($0.size) }
    var classes = ContentClasses(sizes: files.map(\.size) + media.map(\.size))
    let originals = maximumSide == nil ? [:] : originals(of: contents.files)
    var problems = contents.problems
    var known: [String: String] = [:]
    for file in media {
      let path = "\(vault.folder.path)/\(file.path.text)"
      // A file of the vault that cannot be read is no reason to leave out another one.
      guard file.path.isUTF8, let digest = try? classes.digest(of: path, size: file.size) else {
        continue
      }
      known[digest] = file.note.text
    }
    var candidates: [ImportCandidate] = []
    for file in files {
      do throws(SystemError) {
        let candidate = try candidate(file, &classes, maximumSide)
        if let note = candidate.originalID.flatMap({ originals[$0] }) {
          known[candidate.digest] = known[candidate.digest] ?? note
        }
        candidates.append(candidate)
      } catch {
        problems.append(StoreError(file.path, .system(error)))
      }
      try advance()
    }
    let planner = PhotoImportPlanner(
      grouping: grouping, paths: vault.configuration.notePaths, known: known,
      taken: Set(contents.notes.map(\.text)),
      isUnfinished: isUnfinished)
    return (planner.plan(candidates), problems)
  }

  private func candidate(
    _ file: PhotoCollection.File, _ classes: inout ContentClasses, _ maximumSide: Int?
  ) throws(SystemError) -> ImportCandidate {
    let facts = MediaFacts(of: try ByteSource(FileDescriptor(openingFile: file.path)))
    let isMedia = facts.type.kind == .picture || facts.type.kind == .film
    var candidate = ImportCandidate(
      path: file.path, size: file.size,
      digest: isMedia ? try classes.digest(of: file.path, size: file.size) : file.path,
      kind: facts.type.kind,
      time: PhotoTime(
        details: facts.details, name: file.path.split(separator: "/").last.map(String.init) ?? "",
        modified: file.modified, now: surroundings.now(), zone: zone),
      position: facts.details?.position)
    if let maximumSide {
      let isAnimated = MediaFacts.isAnimated(
        try ByteSource(FileDescriptor(openingFile: file.path)), facts.type.format)
      if SmallerCopy.need(facts, isAnimated: isAnimated, side: maximumSide) == .smaller {
        candidate.originalID = try OriginalID.of(file.path)
      }
    }
    return candidate
  }
}

// MARK: - The vault

extension PhotoImport {
  /// The notes that have smaller copies, by what stands for the originals.
  private func originals(of media: [VaultMedia.File]) -> [String: String] {
    var notes: [String: String] = [:]
    for file in media where file.path.isUTF8 && !file.path.name.isEmpty {
      let ending = String(decoding: file.path.fileExtension, as: UTF8.self).lowercased()
      guard ["jpg", "jpeg", "webp"].contains(ending),
        let content = try? vault.folder.openFile(file.path),
        let source = try? ByteSource(content),
        let id = MediaFacts(of: source).details?.uniqueID
      else { continue }
      notes[id] = file.note.text
    }
    return notes
  }

  /// Whether the note was made by an import that was interrupted before its first photo: it has that time, no text and
  /// no media.
  private func isUnfinished(_ path: String, _ time: NoteTime) -> Bool {
    guard let path = VaultPath(path), let note = try? vault.note(at: path, zone: zone) else {
      return false
    }
    let isBlank = note.document.body.allSatisfy { $0 <= 0x20 }
    return isBlank && note.media.files.isEmpty && note.metadata.date?.seconds == time.seconds
  }
}

// MARK: - Carrying out

extension PhotoImport {
  /// How much is written at once: enough to make waiting for the disk cheap, little enough to lose in an interruption.
  private static let (batchFiles, batchBytes) = (48, Int64(128 << 20))

  /// The notes of a plan in groups for `carryOut`.
  ///
  /// - Parameter limit: the files of a group; nil for as many as make waiting for the disk cheap.
  package static func batches(
    of notes: [PhotoImportPlan.Note], files limit: Int? = nil
  ) -> [ArraySlice<PhotoImportPlan.Note>] {
    let limit = limit ?? batchFiles
    var batches: [ArraySlice<PhotoImportPlan.Note>] = []
    var (start, files, bytes) = (0, 0, Int64(0))
    for (index, note) in notes.enumerated() {
      files += note.media.count + 1
      bytes = bytes.addingReportingOverflow(note.size).partialValue
      guard files >= limit || bytes >= batchBytes || index == notes.count - 1 else { continue }
      batches.append(notes[start...index])
      (start, files, bytes) = (index + 1, 0, 0)
    }
    return batches
  }

  /// Writes notes of the plan, and copies their files byte for byte.
  ///
  /// Files that are to be made smaller are so by `copies`. Takes the vault's `write` lock. After an error or an
  /// interruption some of the notes may be there, or a note without some of its files; the next import of the same
  /// files completes them.
  ///
  /// - Parameter template: what each new note has besides its time and its place.
  /// - Returns: what became of each note.
  package func carryOut(
    _ notes: some Collection<PhotoImportPlan.Note>, copies: ImportCopies? = nil,
    as template: NewNote = NewNote(text: "")
  ) throws -> [NoteAdditionResult] {
    // Made before the vault is locked.
    let staged = try copies?.stage(notes, in: vault.folder)
    let writer = try NoteWriter(
      vault, surroundings, zone: zone, timeout: lockTimeout, operation: operation)
    let results = try writer.add(notes.map { try addition($0, staged, template) })
    for (note, result) in zip(notes, results) {
      guard !note.isNew, let path = result.path else { continue }
      try writer.stamp(path, provisionalID: ProvisionalID.of(path))
    }
    return results
  }

  private func addition(
    _ note: PhotoImportPlan.Note, _ staged: StagedCopies?, _ template: NewNote
  ) throws -> NoteAddition {
    let files = note.media.map { staged?.paths[$0.source] ?? $0.source }
    guard note.isNew else {
      guard let path = VaultPath(note.path) else { throw StoreError(note.path, .invalidName) }
      return NoteAddition(.existing(path), files: files)
    }
    var new = template
    new.stem = String(note.path.dropLast(3))
    new.assignments =
      PhotoOrigin.assignments(note.time.time, note.position?.coordinates) + template.assignments
    return NoteAddition(.new(new), files: files)
  }
}

/// The smaller copies of an import.
package final class ImportCopies {
  private let side: Int
  private let worker: PictureWorker
  private let onFailure: (_ path: String, VariantFailure) throws -> Void

  /// - Parameters:
  ///   - side: the longest that a copy may have, in pixels.
  ///   - onFailure: called for each file that is copied as it is, since no smaller copy can be made of it; what it throws
  ///     ends the group before anything of it is written.
  package init(
    side: Int, by worker: PictureWorker,
    onFailure: @escaping (_ path: String, VariantFailure) throws -> Void
  ) {
    self.side = side
    self.worker = worker
    self.onFailure = onFailure
  }

  /// Makes the copies of some notes, on the vault's disk.
  func stage(
    _ notes: some Collection<PhotoImportPlan.Note>, in vault: VaultFolder
  ) throws -> StagedCopies {
    let staged = try StagedCopies(in: vault)
    for media in notes.flatMap(\.media) {
      guard let id = media.originalID else { continue }
      do {
        let source = try MediaSource(opening: media.source)
        let facts = MediaFacts(of: try ByteSource(source.file.duplicated()))
        let copy = try SmallerCopy.make(
          of: source, facts, side: side, without: nil, uniqueID: id, by: worker)
        if let copy {
          try staged.add(copy, of: media.source, named: source.name, source.status.modified)
        }
      } catch let failure as VariantFailure {
        try onFailure(media.source, failure)
      } catch is StoreError {
        // It is opened again when it is copied, and the error is reported there.
        continue
      }
    }
    return staged
  }
}

/// Smaller copies until they are in their notes.
final class StagedCopies {
  private let folder: WorkFolder
  private var count = 0
  /// The paths of the copies, by those of the originals.
  private(set) var paths: [String: String] = [:]

  init(in vault: VaultFolder) throws(StoreError) {
    folder = try WorkFolder(in: vault)
  }

  func add(
    _ copy: SmallerCopy, of original: String, named name: String, _ modified: FileTime
  ) throws {
    let inner = "\(folder.path)/\(count)"
    try SystemPath.makeFolders(inner, permissions: 0o700)
    count += 1
    let name = copy.name(for: name)
    try SystemFolder(path: inner).create(name, content: copy.bytes)
    try SystemFolder(path: inner).setTime(of: name, to: modified)
    paths[original] = "\(inner)/\(name)"
  }
}
