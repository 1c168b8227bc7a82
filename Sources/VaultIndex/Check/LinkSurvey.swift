internal import System
package import VaultFormat
package import VaultStore

/// Where notes and their media are to go, or went: a move, or a removal.
package struct NoteRelocation: Sendable {
  /// A note or a media folder, and its new path; nil where it goes.
  private var places: [(old: VaultPath, new: VaultPath?)] = []

  package init() {}

  /// Adds a note with its media folder.
  ///
  /// - Parameters:
  ///   - new: nil where the note goes.
  ///   - vault: as it is before: a media folder that the note shares with another stays.
  package mutating func add(_ old: VaultPath, to new: VaultPath?, in vault: VaultFolder) {
    places.append((old, new))
    guard let media = MediaFolder(of: old),
      ((try? vault.status(media.path)) ?? nil)?.kind == .folder
    else { return }
    if let twin = media.twin, twin != new, (try? vault.exists(twin)) == true { return }
    places.append((media.path, new.flatMap { MediaFolder(of: $0)?.path }))
  }

  /// Where a file is afterwards; nil where it is gone.
  func place(of path: VaultPath) -> VaultPath? {
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

/// A link that leads somewhere else than before, or nowhere.
package struct BrokenLink: Hashable, Sendable {
  /// The note, where it is afterwards.
  package var note: VaultPath
  /// From 1, before anything is rewritten.
  package var line: Int
  package var kind: MarkdownLink.Kind
  /// The destination as written.
  package var written: [UInt8]
  /// The file that it led to, where it is afterwards; nil where that is gone.
  package var target: VaultPath?
  /// The name alone leads to the target.
  package var isKnownByName: Bool
  /// Where the link leads afterwards instead.
  package var other: VaultPath?

  /// How it would have to be written; nil where there is nothing to lead to.
  package var correction: [UInt8]? {
    guard let target, !kind.isObsidian || target.canBeLinkedByName else { return nil }
    return LinkSpelling(written[...], kind).leading(
      to: target, from: note.parent, isKnownByName: isKnownByName)
  }
}

extension VaultPath {
  /// Whether `[[links]]` can lead to the file: these characters mean something else in them.
  package var canBeLinkedByName: Bool {
    !bytes.contains { "#^[]|".utf8.contains($0) }
  }
}

/// The links of a whole vault, and which of them a relocation of notes breaks.
///
/// Reads every note once and writes nothing. What cannot be read is passed over: `doctor` tells of it.
package struct LinkSurvey {
  private let vault: Vault
  private let shards: [CheckShard]

  /// Looks at the vault as it is before the relocation.
  package init(_ vault: Vault, zone: TimeZoneRules, threads: Int) {
    self.vault = vault
    let settings = CheckSettings(vault.configuration, zone: zone)
    shards =
      VaultWalk(vault.folder, threads: threads).run { next -> CheckShard in
        var checker = EntryChecker(settings)
        while let batch = next() { checker.check(batch) }
        return checker.shard
      }.0
  }

  /// The links that lead to another file afterwards, or to none, by note and place.
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
        // All other links lead where they led.
        guard moved.contains(source) || names.mayMean(text, link.kind),
          let note = relocation.place(of: source),
          case let former = before.resolve(text, link.kind, from: source.parent),
          let target = former.path
        else { continue }
        let wanted = relocation.place(of: target)
        let answer = resolver.resolve(text, link.kind, from: note.parent)
        // Only Obsidian finds a file by its name behind a link of Markdown.
        let isStillFound = link.kind.isObsidian || former.isByName || !answer.isByName
        var found = isStillFound ? answer.path : nil
        // What the disk still holds is gone afterwards.
        if let path = found, relocation.place(of: path) != path, !after.contains(path.bytes) {
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

  /// What is there afterwards, and the names that links to what changes its place can have.
  private func namesAfterwards(_ relocation: NoteRelocation) -> (NameIndex, RelocatedNames) {
    var absent: Set<UInt64> = []
    var added = NameShard()
    var names = RelocatedNames()
    for path in relocation.oldPaths + relocation.newPaths { names.add(path) }
    for shard in shards.map(\.names) {
      // Whole folders, and what lies beside a relocated file.
      let isRelocated = shard.folders.map { folder in
        guard let path = folder.path else { return false }
        return relocation.place(of: path) != path
      }
      for entry in shard.entries {
        let isInside = isRelocated[Int(entry.folder)]
        guard isInside || names.contains(shard.name(of: entry)) else { continue }
        let path = shard.path(of: entry)
        let place = relocation.place(of: path)
        guard place != path else { continue }
        names.add(path)
        absent.insert(entry.pathHash)
        guard let place else { continue }
        names.add(place)
        added.enter(place.parent)
        Array(place.name).withUnsafeBufferPointer { added.add($0, isFolder: entry.isFolder) }
      }
    }
    return (NameIndex(shards.map(\.names) + [added], without: absent), names)
  }
}

/// The last components of paths that change, as links may name them: whatever the letter case and normal form,
/// and for notes without the extension.
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

  /// The file or folder that it is.
  fileprivate var path: VaultPath? {
    switch self {
    case .found(let path): path
    case .byName(let path, _): path
    case .otherSpelling(let path): path
    case .outside, .missing: nil
    }
  }
}
