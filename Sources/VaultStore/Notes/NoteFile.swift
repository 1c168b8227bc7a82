package import SystemCalls
package import VaultFormat

/// A note that was read: its document, metadata and media.
package struct NoteFile: Sendable {
  package var path: VaultPath
  package var document: NoteDocument
  package var metadata: NoteMetadata
  /// `created`, `date`, the date in the file's name, or the earlier of the file's creation and modification.
  package var created: NoteTime
  /// Whether `created` comes from the file system.
  package var createdIsGuessed: Bool
  package var media: MediaListing
  /// The findings about the note, in the order of lines.
  package var findings: [Finding]
  /// When it opens, if this is what is shown of a sealed note.
  package private(set) var sealedUntil: CalendarDay?

  /// `updated`, else `created`.
  package var updated: NoteTime { metadata.updated ?? created }

  /// The key `title`, the first `#` heading, the stem, or the first line.
  package var title: String { document.title(metadata, at: path) }
}

extension NoteFile {
  /// A past version of a note, from bytes.
  ///
  /// - Parameters:
  ///   - time: of the version: `created` if neither the text nor the path has one.
  ///   - media: with their sizes in bytes.
  package init(
    _ bytes: [UInt8], at path: VaultPath, asOf time: NoteTime,
    media: [(path: VaultPath, size: Int64)], zone: TimeZoneRules
  ) {
    let document = NoteDocument(bytes)
    let metadata = NoteMetadata(of: document, zone: zone)
    let created = metadata.created ?? FileNameDate.time(inStem: path.stem, zone: zone)
    var listing = MediaListing()
    listing.files = media.map {
      MediaFile(path: $0.path, kind: MediaKind(fileExtension: $0.path.fileExtension), size: $0.size)
    }.sorted { NaturalOrder.precedes($0.path.name, $1.path.name) }
    self.init(
      path: path, document: document, metadata: metadata, created: created ?? time,
      createdIsGuessed: created == nil, media: listing,
      findings: (document.findings + metadata.findings).sorted {
        ($0.line, $0.column) < ($1.line, $1.column)
      })
  }
}

extension NoteFile {
  /// What is shown of the note while it is sealed (docs/vault-format.md, rule K-17): no text, tags, media and findings.
  ///
  /// - Parameter day: when it opens.
  package func sealed(until day: CalendarDay, zone: TimeZoneRules) -> NoteFile {
    var note = self
    note.document = document.sealed(until: day)
    note.metadata = NoteMetadata(of: note.document, zone: zone)
    note.media = MediaListing()
    note.findings = []
    note.sealedUntil = day
    return note
  }
}

extension Vault {
  /// Reads the note at `path`.
  ///
  /// An unreadable media folder is a finding.
  package func note(at path: VaultPath, zone: TimeZoneRules) throws(StoreError) -> NoteFile {
    let parent = try folder.openParent(of: path)
    let content = try folder.read(Array(path.name), in: parent, at: path)
    let document = NoteDocument(content.bytes)
    let metadata = NoteMetadata(of: document, zone: zone)
    let (created, isGuessed) = creationTime(metadata, at: path, status: content.status, zone: zone)
    var findings = document.findings + metadata.findings
    var media = MediaListing()
    do {
      if let folder = MediaFolder(of: path) {
        media = try self.folder.media(in: folder, of: parent)
      }
    } catch {
      findings.append(
        Finding(.error, .unreadableFolder, message: "its media folder cannot be read: \(error)"))
    }
    findings.sort { ($0.line, $0.column) < ($1.line, $1.column) }
    return NoteFile(
      path: path, document: document, metadata: metadata, created: created,
      createdIsGuessed: isGuessed, media: media, findings: findings)
  }

  /// The creation time of the file at `path`, or else its modification time.
  ///
  /// Nil if the file does not exist.
  package func birthTime(of path: VaultPath) -> FileTime? {
    guard let folder = try? folder.openFolder(path.parent) else { return nil }
    let name = Array(path.name)
    return folder.birthTime(of: name) ?? (try? folder.status(of: name))?.modified
  }

  /// The creation time of a note, and whether only the file system has it (docs/vault-format.md, part K).
  func creationTime(
    _ metadata: NoteMetadata, at path: VaultPath, status: FileStatus, zone: TimeZoneRules
  ) -> (time: NoteTime, isGuessed: Bool) {
    if let time = metadata.created ?? FileNameDate.time(inStem: path.stem, zone: zone) {
      return (time, false)
    }
    let birth = try? folder.openFolder(path.parent).birthTime(of: Array(path.name))
    let earlier = min(birth ?? status.modified, status.modified)
    return (NoteTime(instant: earlier.seconds, zone: zone), true)
  }
}
