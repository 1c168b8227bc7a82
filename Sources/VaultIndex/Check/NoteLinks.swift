internal import VaultFormat
internal import VaultStore

/// The problems with links in one note, each destination once, at its first occurrence.
struct NoteLinks {
  let shard: Int
  let note: Int
  let path: VaultPath?
  private(set) var problems: [(finding: Finding, count: Int)] = []
  /// The index in `problems` by destination.
  private(set) var known: [[UInt8]: Int] = [:]

  mutating func add(
    _ link: CheckedLink, _ text: ArraySlice<UInt8>, answer: LinkResolver.Answer, names: NameIndex
  ) {
    guard let problem = problem(link, text, answer: answer, names: names) else { return }
    let key = Array(text) + [0, link.kind.isShownInPlace ? 1 : 0]
    if let index = known[key] {
      problems[index].count += 1
      return
    }
    known[key] = problems.count
    let finding = Finding(
      problem.severity, problem.code, message: problem.message, line: Int(link.line),
      column: Int(link.column))
    problems.append((finding, 1))
  }

  private typealias Problem = (severity: Finding.Severity, code: Finding.Code, message: String)

  private func problem(
    _ link: CheckedLink, _ text: ArraySlice<UInt8>, answer: LinkResolver.Answer, names: NameIndex
  ) -> Problem? {
    let written = String(decoding: text, as: UTF8.self)
    switch answer {
    case .found: return nil
    case .byName(let target, _):
      if link.kind.isObsidian { return nil }
      return (
        .info, .linkByName,
        "\(written) leads to \(target.text) only in Obsidian, which searches the whole vault"
      )
    case .otherSpelling(let target):
      return (
        .warning, .linkSpelling,
        "\(written) leads to \(target.text) only where letter case and normal form are ignored"
      )
    case .outside: return (.info, .linkOutside, "\(written) leads out of the vault")
    case .missing(let target):
      return missing(link.kind, written, target: target, names: names)
    }
  }

  private func missing(
    _ kind: MarkdownLink.Kind, _ written: String, target: VaultPath?, names: NameIndex
  ) -> Problem {
    if kind == .wikilink { return (.info, .missingNote, "there is no note \(written) yet") }
    if !kind.isShownInPlace, LinkAddress.mayBePage(target) {
      return (
        .info, .pageLink,
        "\(written) leads to no file; it may be the address of a page on a website"
      )
    }
    let own = ownMedia(like: target, names).map { "; \($0.text) has that name" } ?? ""
    return (.warning, .brokenLink, "\(written) leads to no file\(own)")
  }

  /// The file of the same name in the note's own media folder, for a link into another media folder.
  private func ownMedia(like target: VaultPath?, _ names: NameIndex) -> VaultPath? {
    guard let target, let other = target.parent, let path, let media = MediaFolder(of: path),
      MediaFolder.isName(other.name),
      let candidate = media.path.appending(target.name), names.contains(candidate.bytes)
    else { return nil }
    return candidate
  }
}

/// Classifies link destinations by their spelling.
enum LinkAddress {
  /// Whether the path may be that of a web page made by a site generator: it has no extension, or `html` or `htm`.
  static func mayBePage(_ path: VaultPath?) -> Bool {
    guard let path else { return true }
    let ending = path.fileExtension
    if ending.elementsEqual("html".utf8) || ending.elementsEqual("htm".utf8) { return true }
    let hasLetter = ending.contains(where: \.isASCIILetter)
    return !hasLetter || ending.count > 8
      || !ending.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
  }
}

/// Finds the notes that link into media folders without a note (docs/vault-format.md, rule V-6).
struct OrphanClaims {
  /// The notes with links into each such folder.
  private var claims: [VaultPath: Set<Note>] = [:]

  private struct Note: Hashable {
    var shard: Int
    var note: Int
  }

  init(_ shards: [CheckShard]) {
    for shard in shards { for orphan in shard.orphans { claims[orphan] = [] } }
  }

  mutating func record(_ answer: LinkResolver.Answer, from note: NoteLinks) {
    guard !claims.isEmpty else { return }
    let target: VaultPath? =
      switch answer {
      case .found(let path): path
      case .byName(let path, isUnique: true): path
      default: nil
      }
    if let orphan = orphan(above: target) {
      claims[orphan]?.insert(Note(shard: note.shard, note: note.note))
    }
  }

  /// The media folder without a note that contains a file, if any.
  private func orphan(above path: VaultPath?) -> VaultPath? {
    var folder = path?.parent
    while let place = folder, claims[place] == nil { folder = place.parent }
    return folder
  }

  /// Moves a folder to the only note that links into it, if that note has no media folder and links into no other.
  ///
  /// A folder that contains notes stays, since a media folder would hide them.
  func addRepairs(to report: inout CheckReport, shards: [CheckShard], names: NameIndex) {
    guard !claims.isEmpty else { return }
    let withNotes = orphansWithNotes(shards)
    var wanted: [Note: [VaultPath]] = [:]
    for (orphan, notes) in claims where notes.count == 1 && !withNotes.contains(orphan) {
      if let note = notes.first { wanted[note, default: []].append(orphan) }
    }
    var moves: [(VaultPath, VaultPath)] = []
    for (note, orphans) in wanted where orphans.count == 1 {
      let shard = shards[note.shard]
      guard let orphan = orphans.first, !shard.notes[note.note].hasMediaFolder,
        let media = MediaFolder(of: shard.path(ofNote: note.note)),
        !names.contains(media.path.bytes),
        media.twin.map({ !names.contains($0.bytes) }) ?? true
      else { continue }
      moves.append((orphan, media.path))
    }
    report.repairs += moves.sorted { $0.0 < $1.0 }.map { .moveMedia($0, to: $1) }
  }

  private func orphansWithNotes(_ shards: [CheckShard]) -> Set<VaultPath> {
    var found: Set<VaultPath> = []
    for shard in shards {
      for note in shard.index.notes {
        var folder = shard.index.folders[Int(note.folder)]
        while let path = folder {
          if claims[path] != nil { found.insert(path) }
          folder = path.parent
        }
      }
    }
    return found
  }
}
