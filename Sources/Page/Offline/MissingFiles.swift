internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// Attaches files to a note, without those that an earlier attempt has attached: they are known by their content.
struct MissingFiles: Sendable {
  private var note: VaultPath?
  private var folder: VaultFolder?
  /// What may have been attached.
  private var present: [MediaFile] = []

  /// For a first attempt.
  init() {}

  /// For a later one.
  init(of note: VaultPath, in vault: Vault) throws(StoreError) {
    self.note = note
    folder = vault.folder
    if let media = MediaFolder(of: note) { present = try vault.folder.media(in: media).files }
  }

  /// Attaches files to the note that was given at the beginning.
  func attach(_ files: [UploadedFile], by writer: borrowing NoteWriter) throws {
    if let note { try attach(files, to: note, by: writer) }
  }

  func attach(
    _ files: [UploadedFile], to note: VaultPath, by writer: borrowing NoteWriter
  ) throws {
    var present = present
    for file in files {
      let source = try MediaSource(opening: file.path)
      if let index = present.firstIndex(where: { isSame($0, source) }) {
        // Two files of the same content are two files.
        present.remove(at: index)
        continue
      }
      _ = try writer.attach(source, to: note, as: file.safeName)
    }
  }

  private func isSame(_ media: MediaFile, _ source: borrowing MediaSource) -> Bool {
    guard media.size == source.status.size, let other = try? folder?.openFile(media.path) else {
      return false
    }
    var offset: Int64 = 0
    while true {
      guard let bytes = try? source.file.readChunk(1 << 16, at: offset),
        let others = try? other.readChunk(1 << 16, at: offset), bytes == others
      else { return false }
      if bytes.isEmpty { return true }
      offset += Int64(bytes.count)
    }
  }
}
