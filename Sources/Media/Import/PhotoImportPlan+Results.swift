internal import VaultFormat
package import VaultStore

extension PhotoImportPlan.Note {
  package var isNew: Bool {
    if case .new = target { true } else { false }
  }

  package var path: String {
    switch target {
    case .new(let path), .existing(let path): path
    }
  }

  /// The note as it was written: its path, and the files that were copied; nil if it was not.
  package func with(_ result: NoteAdditionResult) -> PhotoImportPlan.Note? {
    guard let path = result.path else { return nil }
    var note = self
    note.target = isNew ? .new(path.text) : .existing(path.text)
    let failed = Set(result.problems.map(\.path))
    note.media = media.filter { !failed.contains($0.source) }
    for (index, path) in result.media.enumerated() where index < note.media.count {
      note.media[index].name = String(decoding: path.name, as: UTF8.self)
    }
    return note
  }
}

extension PhotoImportPlan.Twin {
  package var isInVault: Bool {
    if case .note = self { true } else { false }
  }
}
