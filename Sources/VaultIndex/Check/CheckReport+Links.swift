internal import VaultFormat
internal import VaultStore

extension CheckReport {
  /// Where the links of all notes lead, and which media folders without a note they claim.
  mutating func checkLinks(_ shards: [CheckShard], _ names: NameIndex, _ folder: VaultFolder) {
    var resolver = LinkResolver(names, folder)
    var claims = OrphanClaims(shards)
    for (number, shard) in shards.enumerated() {
      var note = NoteLinks(shard: number, note: -1, path: nil)
      for link in shard.links where link.note >= 0 {
        if Int(link.note) != note.note {
          flush(note)
          note = NoteLinks(
            shard: number, note: Int(link.note), path: shard.path(ofNote: Int(link.note)))
        }
        let text = shard.destinations[link.destination.range]
        let answer = resolver.resolve(text, link.kind, from: note.path?.parent)
        claims.note(answer, from: note)
        note.add(link, text, answer, names)
      }
      flush(note)
    }
    claims.addRepairs(to: &self, shards, names)
  }

  private mutating func flush(_ note: NoteLinks) {
    guard let path = note.path else { return }
    for problem in note.problems {
      let times = problem.count > 1 ? " (\(problem.count) times in this note)" : ""
      var finding = problem.finding
      finding.message += times
      findings.append(LocatedFinding(path, finding))
    }
  }

  /// Finishes the list of repairs with what interrupted writes left.
  mutating func addLeftovers(_ shards: [CheckShard]) {
    var counts: [VaultPath?: Int] = [:]
    for folder in shards.flatMap(\.leftovers) { counts[folder, default: 0] += 1 }
    let sorted = counts.sorted {
      ($0.key?.bytes ?? []).lexicographicallyPrecedes($1.key?.bytes ?? [])
    }
    repairs += sorted.map { .putAway(leftoversIn: $0.key, count: $0.value) }
  }
}

/// The links of one note that deserve a word, each destination once, at its first place.
struct NoteLinks {
  let shard: Int
  let note: Int
  let path: VaultPath?
  private(set) var problems: [(finding: Finding, count: Int)] = []
  private var known: [[UInt8]: Int] = [:]

  init(shard: Int, note: Int, path: VaultPath?) {
    self.shard = shard
    self.note = note
    self.path = path
  }

  mutating func add(
    _ link: CheckedLink, _ text: ArraySlice<UInt8>, _ answer: LinkResolver.Answer,
    _ names: NameIndex
  ) {
    guard let problem = problem(link, text, answer, names) else { return }
    let key = Array(text) + [0, link.kind.isShownInPlace ? 1 : 0]
    if let index = known[key] {
      problems[index].count += 1
      return
    }
    known[key] = problems.count
    let finding = Finding(
      problem.severity, problem.code, problem.message, line: Int(link.line),
      column: Int(link.column))
    problems.append((finding, 1))
  }

  private typealias Problem = (severity: Finding.Severity, code: Finding.Code, message: String)

  private func problem(
    _ link: CheckedLink, _ text: ArraySlice<UInt8>, _ answer: LinkResolver.Answer,
    _ names: NameIndex
  ) -> Problem? {
    let written = String(decoding: text, as: UTF8.self)
    switch answer {
    case .found: return nil
    case .byName(let target, _):
      if link.kind.isObsidian { return nil }
      return (
        .info, .linkByName,
        "\(written) leads to \(target.text) in Obsidian alone, which looks in the whole vault"
      )
    case .otherSpelling(let target):
      return (
        .warning, .linkSpelling,
        "\(written) is \(target.text) only where letter case and normal form do not count"
      )
    case .outside: return (.info, .linkOutside, "\(written) leads out of the vault")
    case .missing(let target): return missing(link.kind, written, target, names)
    }
  }

  private func missing(
    _ kind: MarkdownLink.Kind, _ written: String, _ target: VaultPath?, _ names: NameIndex
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

  /// The file of the note's own media folder that a link into another media folder may mean.
  private func ownMedia(like target: VaultPath?, _ names: NameIndex) -> VaultPath? {
    guard let target, let other = target.parent, let path, let media = MediaFolder(of: path),
      MediaFolder.isName(other.name),
      let candidate = media.path.appending(target.name), names.contains(candidate.bytes)
    else { return nil }
    return candidate
  }
}

/// What the spelling of a destination says about it.
enum LinkAddress {
  /// Without an extension, or with that of a web page: site generators make such addresses.
  static func mayBePage(_ path: VaultPath?) -> Bool {
    guard let path else { return true }
    let ending = path.fileExtension
    if ending.elementsEqual("html".utf8) || ending.elementsEqual("htm".utf8) { return true }
    let hasLetter = ending.contains(where: \.isASCIILetter)
    return !hasLetter || ending.count > 8
      || !ending.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
  }
}
