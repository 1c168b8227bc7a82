/// The kind of a file of a vault, by its path and its neighbours (docs/vault-format.md, V-3 to V-6 and S-1).
package enum PathKind: Hashable, Sendable {
  /// A regular file `*.md` or `*.markdown`, as `tl list` shows it.
  case note
  /// In the media folder of a note, at any depth.
  case media
  /// In a folder `X.media` without a note X, and not a note.
  case orphan
  /// Excluded by `.tlignore` or by the setting `templates`; what `.gitignore` excludes is another question, which only a
  /// sync asks.
  case ignored
  /// Its name, or that of a folder above, begins with a dot.
  case hidden
  case other

  /// The kind of a folder, on which that of its content depends.
  package enum Folder: Hashable, Sendable {
    case plain
    /// `X.media` beside a note X, and folders in it.
    case media
    /// `X.media` without a note X, and folders in it: its notes are listed.
    case orphan
    case ignored
    case hidden
  }

  /// The kind of a regular file.
  ///
  /// - Parameter isExcluded: whether `.tlignore` or the setting `templates` name the file.
  @inlinable package init(
    named name: UnsafeBufferPointer<UInt8>, in folder: Folder, isExcluded: Bool
  ) {
    if name.first == UInt8(ascii: ".") {
      self = .hidden
      return
    }
    switch folder {
    case .hidden: self = .hidden
    case .ignored: self = .ignored
    case .media: self = .media
    case .plain, .orphan:
      if isExcluded {
        self = .ignored
      } else if NoteName.stemLength(name) != nil {
        self = .note
      } else {
        self = folder == .orphan ? .orphan : .other
      }
    }
  }
}

extension PathKind.Folder {
  /// The kind of a folder.
  ///
  /// A media folder belongs to its note even if one of them is excluded.
  ///
  /// - Parameters:
  ///   - parent: the folder that it is in.
  ///   - hasNote: whether a note X is beside a folder `X.media`.
  ///   - isExcluded: whether `.tlignore` or the setting `templates` name the folder.
  package init(
    named name: UnsafeBufferPointer<UInt8>, in parent: Self, hasNote: Bool, isExcluded: Bool
  ) {
    if name.first == UInt8(ascii: ".") {
      self = .hidden
      return
    }
    guard parent == .plain || parent == .orphan else {
      self = parent
      return
    }
    let isMediaName = MediaFolder.stemLength(name) != nil
    if isMediaName, hasNote {
      self = .media
    } else if isExcluded {
      self = .ignored
    } else {
      self = isMediaName ? .orphan : parent
    }
  }
}

extension VaultPath {
  /// Named as a note and in no hidden folder.
  ///
  /// For following a file through history; whether it really is a note depends on its neighbours: `PathRules`.
  package var isNoteByName: Bool { NoteName.isNote(bytes[...]) && !isHidden }

  /// Whether a component begins with a dot.
  package var isHidden: Bool {
    var isStart = true
    for byte in bytes {
      if isStart, byte == UInt8(ascii: ".") { return true }
      isStart = byte == UInt8(ascii: "/")
    }
    return false
  }
}
