internal import SystemCalls
package import VaultFormat
package import VaultStore

/// Finds the links in a vault that a relocation of notes breaks.
///
/// Reads every note once and writes nothing. Skips what cannot be read, which `doctor` reports.
package struct LinkSurvey {
  private let vault: Vault
  private let shards: [CheckShard]

  /// Reads the vault before the relocation.
  package init(_ vault: Vault, zone: TimeZoneRules, threads: Int) {
    self.vault = vault
    let settings = CheckSettings(vault.configuration, zone: zone, sealedOn: nil)
    shards = EntryChecker.run(VaultWalk(vault.folder, threads: threads), settings).results
  }

  /// The links that will lead to another file or to none, sorted by note and line.
  package func links(brokenBy relocation: NoteRelocation) -> [BrokenLink] {
    let (after, names) = namesAfterwards(relocation)
    var before = LinkResolver(NameIndex(shards.map(\.names)), vault.folder)
    var resolver = LinkResolver(after, vault.folder)
    let moved = Set(relocation.oldPaths)
    var broken: [BrokenLink] = []
    for shard in shards {
      for link in shard.links where link.note >= 0 {
        let source = shard.path(ofNote: Int(link.note))
        let text = shard.destinations[link.destination.range]
        // No other link can change.
        guard moved.contains(source) || names.mayMean(text, link.kind),
          let note = relocation.newPath(of: source),
          case let former = before.resolve(text, link.kind, from: source.parent),
          let target = former.path
        else { continue }
        let wanted = relocation.newPath(of: target)
        let answer = resolver.resolve(text, link.kind, from: note.parent)
        // Only Obsidian resolves Markdown links by name.
        let isStillFound = link.kind.isObsidian || former.isByName || !answer.isByName
        var found = isStillFound ? answer.path : nil
        // The file is still on disk, but not after the move.
        if let path = found, relocation.newPath(of: path) != path, !after.contains(path.bytes) {
          found = nil
        }
        guard found != wanted || wanted == nil else { continue }
        broken.append(
          BrokenLink(
            note: note, line: Int(link.line), kind: link.kind, written: Array(text),
            target: wanted,
            isKnownByName: wanted.map { resolver.isKnownByName($0) } ?? false, other: found))
      }
    }
    return broken.sorted { ($0.note, $0.line) < ($1.note, $1.line) }
  }

  /// The names in the vault after the move, and the names by which links may refer to relocated files.
  private func namesAfterwards(_ relocation: NoteRelocation) -> (NameIndex, RelocatedNames) {
    var absent: Set<UInt64> = []
    var added = NameShard()
    var names = RelocatedNames()
    for path in relocation.oldPaths + relocation.newPaths { names.add(path) }
    for shard in shards.map(\.names) {
      let isRelocated = shard.folders.map { folder in
        guard let path = folder.path else { return false }
        return relocation.newPath(of: path) != path
      }
      for entry in shard.entries {
        let isInside = isRelocated[Int(entry.folder)]
        guard isInside || names.contains(shard.name(of: entry)) else { continue }
        let path = shard.path(of: entry)
        let newPath = relocation.newPath(of: path)
        guard newPath != path else { continue }
        names.add(path)
        absent.insert(entry.pathHash)
        guard let newPath else { continue }
        names.add(newPath)
        added.enter(newPath.parent)
        Array(newPath.name).withUnsafeBufferPointer { added.add($0, isFolder: entry.isFolder) }
      }
    }
    return (NameIndex(shards.map(\.names) + [added], without: absent), names)
  }
}

/// The names of relocated files as links may write them: in any case and normal form, notes also without the extension.
private struct RelocatedNames {
  private var keys: Set<[UInt8]> = []

  mutating func add(_ path: VaultPath) {
    keys.insert(NameKey(path.name).bytes)
    if MediaFolder(of: path) != nil { keys.insert(NameKey(path.stem).bytes) }
  }

  func contains(_ name: ArraySlice<UInt8>) -> Bool { keys.contains(NameKey(name).bytes) }

  func mayMean(_ text: ArraySlice<UInt8>, _ kind: MarkdownLink.Kind) -> Bool {
    LinkPath.candidates(text, kind).contains { link in
      let path = link.bytes.split(separator: UInt8(ascii: "/"))
      return path.last.map(contains) ?? false
    }
  }
}

extension LinkResolver.Answer {
  fileprivate var isByName: Bool {
    if case .byName = self { true } else { false }
  }

  /// The file or folder that the link leads to.
  fileprivate var path: VaultPath? {
    switch self {
    case .found(let path): path
    case .byName(let path, _), .otherSpelling(let path): path
    case .outside, .missing: nil
    }
  }
}

/// A move or removal of notes and their media folders.
package struct NoteRelocation: Sendable {
  /// The old and new path of each note or media folder; a nil new path removes it.
  private var places: [(old: VaultPath, new: VaultPath?)] = []

  package init() {}

  /// Adds a note with its media folder.
  ///
  /// - Parameters:
  ///   - new: nil if the note is removed.
  ///   - vault: the vault before the move; a media folder that another note shares stays.
  package mutating func add(_ old: VaultPath, to new: VaultPath?, in vault: VaultFolder) {
    places.append((old, new))
    guard let media = MediaFolder(of: old),
      ((try? vault.status(media.path)) ?? nil)?.kind == .folder
    else { return }
    if let twin = media.twin, twin != new, (try? vault.exists(twin)) == true { return }
    places.append((media.path, new.flatMap { MediaFolder(of: $0)?.path }))
  }

  /// The path of a file after the move; nil if it is removed.
  func newPath(of path: VaultPath) -> VaultPath? {
    for (old, new) in places {
      if path == old { return new }
      guard path.isBelow(old) else { continue }
      return new.flatMap { VaultPath($0.bytes + path.bytes[old.bytes.count...]) }
    }
    return path
  }

  var oldPaths: [VaultPath] { places.map(\.old) }
  var newPaths: [VaultPath] { places.compactMap(\.new) }
}

/// A link that a relocation makes lead to another file, or to none.
package struct BrokenLink: Hashable, Sendable {
  /// The new path of the note.
  package var note: VaultPath
  /// The line from 1, before links are rewritten.
  package var line: Int
  package var kind: MarkdownLink.Kind
  /// The destination as written.
  package var written: [UInt8]
  /// The new path of the old target; nil if that is removed.
  package var target: VaultPath?
  /// The name of the target is enough to find it.
  package var isKnownByName: Bool
  /// The file that the link leads to after the move, if any.
  package var other: VaultPath?

  /// The corrected destination; nil if the target is removed, or its name cannot be written in such a link.
  package var correction: [UInt8]? {
    guard let target, !kind.isObsidian || target.canBeLinkedByName else { return nil }
    return LinkSpelling(written[...], kind).leading(
      to: target, from: note.parent, isKnownByName: isKnownByName)
  }
}

extension VaultPath {
  /// Whether `[[links]]` can lead to the file: its path has no character with a special meaning in them.
  package var canBeLinkedByName: Bool {
    !bytes.contains { "#^[]|".utf8.contains($0) }
  }
}
