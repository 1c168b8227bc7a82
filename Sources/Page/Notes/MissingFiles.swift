internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// Attaches files to a note, without those that an earlier attempt has attached.
struct MissingFiles: Sendable {
  private var folder: VaultFolder?
  /// What may have been attached.
  private var present: [MediaFile] = []

  /// The files of a form in the vault.
  struct Attached: Sendable {
    /// In the order of the form.
    var all: [VaultPath] = []
    var new: [VaultPath] = []
  }

  /// For a first attempt.
  init() {}

  /// For a later one.
  init(of note: VaultPath, in vault: Vault) throws(StoreError) {
    folder = vault.folder
    if let media = MediaFolder(of: note) { present = try vault.folder.media(in: media).files }
  }

  /// If a file cannot be attached, those before it are in the trash.
  ///
  /// - Parameter byName: a file is known by its name and its content; otherwise by its content alone.
  @discardableResult
  func attach(
    _ files: [NewMedia], to note: VaultPath, byName: Bool = false, by writer: borrowing NoteWriter
  ) throws -> Attached {
    var present = present
    var known: [VaultPath?] = []
    for file in files {
      let source = try MediaSource(opening: file.file.path)
      // Two files of the same content are two files.
      let index = present.firstIndex { media in
        (!byName || media.path.name.elementsEqual(file.name.utf8)) && isSame(media, source)
      }
      known.append(index.map { present.remove(at: $0).path })
    }
    let missing = zip(files, known).filter { $0.1 == nil }.map(\.0)
    let new = try writer.attach(missing, to: note)
    var rest = new[...]
    return Attached(all: known.map { $0 ?? rest.removeFirst() }, new: new)
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
