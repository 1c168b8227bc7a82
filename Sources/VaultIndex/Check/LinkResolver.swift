internal import System
internal import VaultFormat
internal import VaultStore

/// Says where a link leads: as every program reads it, from the note's folder, or as Obsidian does, by the end
/// of a path anywhere in the vault.
struct LinkResolver {
  private let names: NameIndex
  private let folder: VaultFolder
  /// What a look at the disk said of paths that the walk did not meet: hidden and ignored files are there
  /// all the same.
  private var looked: [VaultPath: Bool] = [:]

  enum Answer {
    /// The path is that of a file or folder; nil is the root.
    case found(VaultPath?)
    /// Only Obsidian finds it.
    case byName(VaultPath, isUnique: Bool)
    /// The file's name has another case or normal form.
    case otherSpelling(VaultPath)
    case outside
    /// The path that would have to exist, where there is one.
    case missing(VaultPath?)
  }

  init(_ names: NameIndex, _ folder: VaultFolder) {
    self.names = names
    self.folder = folder
  }

  /// - Parameters:
  ///   - text: the destination as written, let through by `LinkPath.isRelative`.
  ///   - source: the folder of the note; nil is the root.
  mutating func resolve(
    _ text: ArraySlice<UInt8>, _ kind: MarkdownLink.Kind, from source: VaultPath?
  ) -> Answer {
    let candidates = LinkPath.candidates(text, kind)
    guard let first = candidates.first else { return .found(nil) }
    if kind.isObsidian {
      if let answer = inWholeVault(first) { return answer }
      return relative(first, from: source)
    }
    var answers: [Answer] = []
    for candidate in candidates {
      let answer = relative(candidate, from: source)
      if case .found = answer { return answer }
      answers.append(answer)
    }
    for candidate in candidates {
      if let answer = otherSpelling(candidate, from: source) ?? inWholeVault(candidate) {
        return answer
      }
    }
    return answers.first ?? .missing(nil)
  }

  // MARK: - From the note's folder

  private mutating func relative(_ link: LinkPath, from source: VaultPath?) -> Answer {
    guard let target = Self.join(link.bytes, to: source) else { return .outside }
    guard let path = VaultPath(target) else { return target.isEmpty ? .found(nil) : .missing(nil) }
    for ending in Self.endings(link) {
      guard let candidate = ending.isEmpty ? path : VaultPath(path.bytes + ending) else { continue }
      if names.contains(candidate.bytes) { return .found(candidate) }
    }
    return isOnDisk(path) ? .found(path) : .missing(path)
  }

  /// What a link may leave out of the name of a note.
  private static func endings(_ link: LinkPath) -> [[UInt8]] { link.isFolder ? [[]] : noteEndings }

  private static let noteEndings = [[]] + NoteName.extensions

  private func otherSpelling(_ link: LinkPath, from source: VaultPath?) -> Answer? {
    guard let target = Self.join(link.bytes, to: source) else { return nil }
    for ending in Self.endings(link) {
      if let match = names.file(spelledLike: target + ending) {
        return .otherSpelling(names.path(match.place))
      }
    }
    return nil
  }

  /// The path from the root, without `.`, `..` and empty components; nil where it leads out of the vault.
  private static func join(_ path: [UInt8], to source: VaultPath?) -> [UInt8]? {
    var target = source?.bytes ?? []
    var rest = path[...]
    while !rest.isEmpty {
      let component = rest.prefix { $0 != UInt8(ascii: "/") }
      rest = rest[component.endIndex...].dropFirst()
      switch dots(in: component) {
      case nil:
        if !target.isEmpty { target.append(UInt8(ascii: "/")) }
        target.append(contentsOf: component)
      case 2:
        if target.isEmpty { return nil }
        let slash = target.lastIndex(of: UInt8(ascii: "/")) ?? 0
        target.removeSubrange(slash...)
      default: break
      }
    }
    return target
  }

  /// 0 for an empty component, 1 for `.`, 2 for `..`; nil for a name.
  private static func dots(in component: ArraySlice<UInt8>) -> Int? {
    guard component.count <= 2 else { return nil }
    for byte in component where byte != UInt8(ascii: ".") { return nil }
    return component.count
  }

  private mutating func isOnDisk(_ path: VaultPath) -> Bool {
    if let known = looked[path] { return known }
    let exists: Bool
    do {
      exists = try folder.exists(path)
    } catch {
      // Behind a link or a folder that may not be read: nobody can say that it is not there.
      exists = !(error.system?.isMissing ?? false) && !Self.isNoFolder(error)
    }
    looked[path] = exists
    return exists
  }

  /// A file stands where the path needs a folder.
  private static func isNoFolder(_ error: StoreError) -> Bool {
    if case .wrongKind = error.reason { return true }
    return false
  }

  // MARK: - Anywhere

  /// Whether the name of a file alone leads to it, in a link that is read by name.
  func isKnownByName(_ path: VaultPath) -> Bool {
    names.files(endingWith: Array(path.name))?.isUnique ?? false
  }

  /// The file whose path ends so; the smallest path of several.
  private func inWholeVault(_ link: LinkPath) -> Answer? {
    let components = link.bytes.split(separator: UInt8(ascii: "/"))
    guard !link.isFolder, components.allSatisfy({ Self.dots(in: $0) == nil }),
      let wanted = Self.join(link.bytes, to: nil), !wanted.isEmpty
    else { return nil }
    for ending in Self.endings(link) {
      if let match = names.files(endingWith: wanted + ending) {
        return .byName(names.path(match.place), isUnique: match.isUnique)
      }
    }
    return nil
  }
}
