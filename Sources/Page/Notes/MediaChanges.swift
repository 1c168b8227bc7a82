internal import VaultFormat
internal import VaultStore

/// Carries out what a form says about the media of its note, by the same operations as `tl attach`.
struct MediaChanges: Sendable {
  let form: MediaForm
  /// Of the note.
  let path: VaultPath

  /// What was moved to the trash.
  struct Removal: Hashable, Sendable {
    var numbers: [Int] = []
    /// Whether the text still shows one of the files, or links to one.
    var isShown = false

    /// What the page says (`Notice`); nil if nothing was removed.
    var done: String? {
      TrashNumbers(numbers).map { "trash-\($0)" + (isShown ? "-shown" : "") }
    }
  }

  /// Moves files that were attached to the trash, since what they belong to could not be saved.
  func takeBack(_ added: [VaultPath], by writer: borrowing NoteWriter) {
    for file in added { _ = try? writer.detach(file) }
  }

  /// Removes and renames what the form says.
  ///
  /// - Parameter added: the new files, in the order of the form.
  func finish(
    _ added: [VaultPath], provisionalID: NoteID, by writer: borrowing NoteWriter
  ) throws -> Removal {
    guard let folder = MediaFolder(of: path) else { return Removal() }
    var removal = Removal()
    // Other text is never taken for a path: only what is in the folder can be removed.
    let listed = form.removed.isEmpty ? [] : try writer.vault.folder.media(in: folder).files
    let removed = listed.filter(form.isRemoved).map(\.path)
    for file in removed { removal.numbers.append(try writer.detach(file).number) }
    if form.isArranged {
      try writer.arrange(mediaOf: path, as: names(added))
    }
    if !added.isEmpty || !removed.isEmpty || form.isArranged {
      try writer.stamp(path, provisionalID: provisionalID)
    }
    if !removed.isEmpty {
      let links = NoteDocument(try writer.vault.folder.read(path).bytes).fileLinks
      removal.isShown = removed.contains { file in
        links.contains { $0.leads(to: file, from: path.parent) }
      }
    }
    return removal
  }

  private func names(_ added: [VaultPath]) -> [[UInt8]] {
    form.order.compactMap { item in
      switch item {
      case .present(let name): name
      case .sent(let place):
        added.indices.contains(place) ? Array(added[place].name) : nil
      }
    }
  }
}
