internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// Resolves links: relative to the folder of the note, like most programs, or by the end of a path anywhere in the
/// vault, like Obsidian.
struct LinkResolver {
  private let names: NameIndex
  private let folder: VaultFolder
  /// Whether paths outside of the walk exist, such as hidden and ignored files; a cache.
  private var isOnDisk: [VaultPath: Bool] = [:]

  enum Answer {
    /// The path of a file or folder; nil is the root.
    case found(VaultPath?)
    /// Only Obsidian finds the file.
    case byName(VaultPath, isUnique: Bool)
    /// The name of the file differs in case or normal form.
    case otherSpelling(VaultPath)
    /// The link leads out of the vault.
    case outside
    /// The path that does not exist; nil if it is not a valid path.
    case missing(VaultPath?)
  }

  init(_ names: NameIndex, _ folder: VaultFolder) {
    self.names = names
    self.folder = folder
  }

  /// - Parameters:
  ///   - text: the destination as written, for which `LinkPath.isRelative` is true.
  ///   - source: the folder of the note; nil is the root.
  mutating func resolve(
    _ text: ArraySlice<UInt8>, _ kind: MarkdownLink.Kind, from source: VaultPath?
  ) -> Answer {
    let candidates = LinkPath.candidates(text, kind)
    guard let first = candidates.first else { return .found(nil) }
    if kind.isObsidian {
      if let answer = byName(first) { return answer }
      return relative(first, from: source)
    }
    var answers: [Answer] = []
    for candidate in candidates {
      let answer = relative(candidate, from: source)
      if case .found = answer { return answer }
      answers.append(answer)
    }
    for candidate in candidates {
      if let answer = otherSpelling(candidate, from: source) ?? byName(candidate) {
        return answer
      }
    }
    return answers.first ?? .missing(nil)
  }

  // MARK: - Relative paths

  private mutating func relative(_ link: LinkPath, from source: VaultPath?) -> Answer {
    guard let target = Self.join(link.bytes, to: source) else { return .outside }
    guard let path = VaultPath(target) else { return target.isEmpty ? .found(nil) : .missing(nil) }
    for ending in Self.endings(link) {
      guard let candidate = ending.isEmpty ? path : VaultPath(path.bytes + ending) else { continue }
      if names.contains(candidate.bytes) { return .found(candidate) }
    }
    return existsOnDisk(path) ? .found(path) : .missing(path)
  }

  /// The extensions that a link may omit.
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

  /// The path from the root, without `.`, `..` and empty components; nil if it leads out of the vault.
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
    return component.allSatisfy { $0 == UInt8(ascii: ".") } ? component.count : nil
  }

  private mutating func existsOnDisk(_ path: VaultPath) -> Bool {
    if let known = isOnDisk[path] { return known }
    let exists: Bool
    do {
      exists = try folder.exists(path)
    } catch {
      let isBelowFile = if case .wrongKind = error.reason { true } else { false }
      // Behind a symbolic link or in an unreadable folder, the file may exist.
      exists = !isBelowFile && error.system?.isMissing != true
    }
    isOnDisk[path] = exists
    return exists
  }

  // MARK: - By name

  /// Whether the name of a file is enough to find it, in a link that is resolved by name.
  func isKnownByName(_ path: VaultPath) -> Bool {
    names.files(endingWith: Array(path.name))?.isUnique ?? false
  }

  /// The file whose path ends with that of the link; of several, the smallest path.
  private func byName(_ link: LinkPath) -> Answer? {
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
