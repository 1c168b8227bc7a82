/// Determines the kinds of paths of a vault, or of a tree of its history.
///
/// Examines each folder once, and only those that are needed.
package final class PathRules {
  /// Folders of templates, and files that are templates.
  private let templates: [VaultPath]
  /// The bytes of a file `.tlignore`; nil if it does not exist.
  private let ignoreFile: (VaultPath) -> [UInt8]?
  /// Whether a regular file is at a path.
  private let holdsFile: (VaultPath) -> Bool
  private var folders: [VaultPath: State] = [:]
  private lazy var root = read(nil, State(kind: .plain, ignore: IgnoreRules()))
  /// A cache: paths often come in order, so the folder is that of the previous path.
  private var last: (folder: VaultPath, state: State)?

  private struct State {
    var kind: PathKind.Folder
    var ignore: IgnoreRules
    /// The media folder that it is or is in.
    var media: VaultPath?
  }

  /// Without arguments: by names only, and no folder counts as a media folder.
  package init(
    templates: [VaultPath] = [], ignoreFile: @escaping (VaultPath) -> [UInt8]? = { _ in nil },
    holdsFile: @escaping (VaultPath) -> Bool = { _ in false }
  ) {
    self.templates = templates
    self.ignoreFile = ignoreFile
    self.holdsFile = holdsFile
  }

  /// - Parameter path: of a regular file.
  package func kind(of path: VaultPath) -> PathKind {
    let state = state(above: path)
    let isExcluded = isExcluded(path, state, isFolder: false)
    return path.name.withUnsafeBufferPointer { name in
      PathKind(named: name, in: state.kind, isExcluded: isExcluded)
    }
  }

  package func isNote(_ path: VaultPath) -> Bool {
    NoteName.isNote(path.bytes[...]) && kind(of: path) == .note
  }

  /// The kind of the folder that a path is in.
  package func kind(ofFolderOf path: VaultPath) -> PathKind.Folder { state(above: path).kind }

  /// The media folder of a note that a path is in, at any depth.
  package func mediaFolder(of path: VaultPath) -> VaultPath? { state(above: path).media }

  private func isExcluded(_ path: VaultPath, _ state: State, isFolder: Bool) -> Bool {
    templates.contains(path) || state.ignore.isIgnored(path, isFolder: isFolder)
  }

  // MARK: - Folders

  private func state(above path: VaultPath) -> State {
    guard let slash = path.bytes.lastIndex(of: UInt8(ascii: "/")) else { return root }
    if let last, last.folder.bytes.elementsEqual(path.bytes[..<slash]) { return last.state }
    guard let folder = path.parent else { return root }
    let state = state(of: folder)
    last = (folder, state)
    return state
  }

  private func state(of folder: VaultPath) -> State {
    if let known = folders[folder] { return known }
    // From the root down, in a loop, since the depth is untrusted.
    var missing = [folder]
    var state = root
    while let parent = missing.last?.parent {
      if let known = folders[parent] {
        state = known
        break
      }
      missing.append(parent)
    }
    for folder in missing.reversed() {
      let hasNote = MediaFolder.notes(ofFolder: folder).contains(where: holdsFile)
      let isExcluded = isExcluded(folder, state, isFolder: true)
      let kind = folder.name.withUnsafeBufferPointer { name in
        PathKind.Folder(
          named: name, in: state.kind, hasNote: hasNote, isExcluded: isExcluded)
      }
      let media = kind == .media ? state.media ?? folder : nil
      state = read(folder, State(kind: kind, ignore: state.ignore, media: media))
      folders[folder] = state
    }
    return state
  }

  /// Adds the rules of the folder's own `.tlignore`, if they apply.
  private func read(_ folder: VaultPath?, _ state: State) -> State {
    guard state.kind == .plain || state.kind == .orphan,
      let bytes = ignoreFile(VaultPath(in: folder, named: IgnoreRules.fileName))
    else { return state }
    return State(kind: state.kind, ignore: state.ignore.adding(bytes, in: folder))
  }
}
