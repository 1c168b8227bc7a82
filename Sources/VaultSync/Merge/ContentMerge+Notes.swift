internal import Git
package import VaultFormat

extension ContentMerge {
  /// A note merged by fields and lines.
  ///
  /// Reads nothing if only one side changed it and no link has to be corrected.
  func note(_ file: PlannedFile, links: (MergeSide?) -> LinkCorrection?) throws -> MergedContent? {
    let unit = file.unit
    let entries = unit.entries
    let corrections = Sides { side in unit.files[side].flatMap { _ in links(side) } }
    let isCorrected = MergeSide.both.contains { corrections[$0].map { !$0.isEmpty } ?? false }
    if !isCorrected, let settled = entries.settledEntry { return settled.map { MergedContent($0) } }

    let originals = try unit.files.map { try $0.map { try trees.document(of: $0.entry.id) } }
    if MergeSide.both.contains(where: { originals[$0]?.bytes.contains(0) == true }) {
      return try binary(unit)
    }
    let joined =
      isCorrected
      ? try join(originals, of: file, corrections: corrections, base: links(nil))
      : try join(originals, of: unit)
    let mode = entries.settledMode ?? unit.holders.first.flatMap { entries[$0]?.mode } ?? .file
    switch joined {
    case nil: return nil
    case .settled(let text):
      // The repository already has the bytes of a version.
      let source = unit.holders.first { originals[$0]?.bytes == text }
      let known = source.flatMap { entries[$0]?.id }
      return known.map { MergedContent(TreeEntry(id: $0, mode: mode)) }
        ?? MergedContent(text, mode: mode, in: trees)
    case .merge(let merge):
      var content = MergedContent(merge.result.bytes, mode: mode, in: trees)
      content.events = try events(of: merge.decisions, in: unit)
      content.events += merge.doubledEvents.map { .bothEventsKept(time: $0) }
      if case .conflict(let loser) = merge.outcome, let original = originals[loser] {
        let text =
          corrections[loser]?.applied(to: original, everyLine: true) { _ in true } ?? original
        content.copy = try copy(
          of: text, loser: loser, unit: unit,
          note: id(of: merge.result, versions: originals, file: file))
      } else {
        content.events.append(.merged)
      }
      return content
    }
  }

  /// Content that is no text, whatever its name: such as what a filter has encrypted that only one device knows of.
  private func binary(_ unit: FileUnit) throws -> MergedContent? {
    if let settled = unit.entries.settledEntry { return settled.map { MergedContent($0) } }
    guard let left = unit.entries[.left], let right = unit.entries[.right] else { return nil }
    return try otherFile(unit, left: left, right: right)
  }

  private enum TextMerge {
    /// The text of one version.
    case settled([UInt8])
    case merge(NoteMerge)

    var isConflict: Bool {
      if case .merge(let merge) = self { merge.outcome != .merged } else { false }
    }
  }

  /// Nil if no side has the note.
  private func join(_ texts: ThreeWay<NoteDocument?>, of unit: FileUnit) throws -> TextMerge? {
    if let settled = settledText(texts) { return .settled(settled) }
    guard let left = texts[.left], let right = texts[.right] else { return nil }
    return .merge(try merge(unit, base: texts.base, left: left, right: right))
  }

  /// Merges the texts with links that keep their targets.
  ///
  /// A link that both sides added leads to the picture of each side if each has a line of its own. At one place that
  /// would be a conflict that no one wrote: there it stays as it is.
  private func join(
    _ texts: ThreeWay<NoteDocument?>, of file: PlannedFile, corrections: Sides<LinkCorrection?>,
    base: LinkCorrection?
  ) throws -> TextMerge? {
    let own = corrected(texts, of: file, corrections: corrections, base: base) { _ in
      LineSet(of: [texts.base])
    }
    let joined = try join(own, of: file.unit)
    guard joined?.isConflict == true else { return joined }
    let shared = corrected(texts, of: file, corrections: corrections, base: base) { side in
      LineSet(of: [texts.base, texts[side.other]])
    }
    guard shared.map({ $0?.bytes }) != own.map({ $0?.bytes }) else { return joined }
    let second = try join(shared, of: file.unit)
    return second?.isConflict == false ? second : joined
  }

  /// The text if no merge is needed: a side's if the other one has none or the base's.
  private func settledText(_ texts: ThreeWay<NoteDocument?>) -> [UInt8]? {
    let bytes = texts.map { $0?.bytes }
    guard let left = bytes[.left] else { return bytes[.right] }
    guard let right = bytes[.right] else { return left }
    return ThreeWay<[UInt8]?>(base: bytes.base, left: left, right: right).settled
      .flatMap(\.self)
  }

  /// The texts with links that keep their targets.
  ///
  /// If one side moved the note, its lines are already right: only lines that are not among `others` are corrected. No
  /// line knows a path that the merge chose.
  private func corrected(
    _ texts: ThreeWay<NoteDocument?>, of file: PlannedFile, corrections: Sides<LinkCorrection?>,
    base: LinkCorrection?, others: (MergeSide) -> LineSet
  ) -> ThreeWay<NoteDocument?> {
    let isMadeHere = file.path != file.wanted
    var result = texts
    for side in MergeSide.both {
      guard let text = texts[side], let correction = corrections[side], !correction.isEmpty
      else { continue }
      let others = others(side)
      result[side] = correction.applied(to: text, everyLine: isMadeHere) { !others.contains($0) }
    }
    if isMadeHere, let base, let text = texts.base {
      result.base = base.applied(to: text, everyLine: true) { _ in false }
    }
    return result
  }

  /// Reads the times of the commits only if a decision depends on them.
  private func merge(
    _ unit: FileUnit, base: NoteDocument?, left: NoteDocument, right: NoteDocument
  ) throws -> NoteMerge {
    func merge(_ time: (MergeSide) throws -> Int64) rethrows -> NoteMerge {
      NoteMerge(
        base: base,
        left: NoteMergeSide(
          document: left, at: unit.files.left?.path, time: try time(.left),
          rank: unit.files.left?.entry.id.hex ?? ""),
        right: NoteMergeSide(
          document: right, at: unit.files.right?.path, time: try time(.right),
          rank: unit.files.right?.entry.id.hex ?? ""),
        zone: zone)
    }
    let first = merge { _ in 0 }
    if !first.dependsOnTimes { return first }
    return try merge { try times.time(of: unit, on: $0) }
  }

  /// The id of the merged note.
  ///
  /// If its own front matter cannot be read, that of the other versions.
  private func id(
    of result: NoteDocument, versions: ThreeWay<NoteDocument?>, file: PlannedFile
  ) -> NoteID {
    if let id = result.storedID ?? versions.base?.storedID { return id }
    let ids = MergeSide.both.compactMap { versions[$0]?.storedID }
    return ids.min { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
      ?? ProvisionalID.of(file.unit.files.base?.path ?? file.path)
  }

  private func copy(
    of text: NoteDocument, loser: MergeSide, unit: FileUnit, note: NoteID
  ) throws -> MergedContent.Copy? {
    guard let lost = unit.files[loser]?.entry else { return nil }
    let copy = ConflictCopy.document(
      of: text, note: note, blob: lost.id.hex, device: try device(of: unit, on: loser))
    let entry = TreeEntry(id: trees.blobID(of: copy.bytes), mode: lost.mode)
    return MergedContent.Copy(side: loser, entry: entry, bytes: copy.bytes)
  }
}

/// A note merged for plain git, which passes three files without commits (gitattributes(5), "Defining a custom merge
/// driver").
///
/// Both sides count as equally late: decisions by time are made by bytes, the same on every device. Without a conflict,
/// and without a field changed on both sides, the bytes are those of a sync.
package struct DriverMerge: Sendable {
  /// The merged note; after a conflict with git's markers around both versions.
  package let bytes: [UInt8]
  package let isConflict: Bool

  /// - Parameters:
  ///   - path: of the note in the vault.
  ///   - zone: for times without an offset; must be the same on every device.
  package init(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], at path: VaultPath?, zone: TimeZoneRules
  ) {
    let merge = NoteMerge(
      base: NoteDocument(base), left: Self.side(ours, path), right: Self.side(theirs, path),
      zone: zone)
    let marked = merge.marked(left: "ours", right: "theirs")
    bytes = marked ?? merge.result.bytes
    isConflict = marked != nil
  }

  private static func side(_ bytes: [UInt8], _ path: VaultPath?) -> NoteMergeSide {
    NoteMergeSide(
      document: NoteDocument(bytes), at: path, time: 0, rank: Repository.idOfBlob(bytes).hex)
  }
}

extension Repository {
  /// Whether a path below the repository at `root` has a filter; filtered content is not a note.
  ///
  /// False if there is no readable repository.
  package static func isFiltered(_ path: String, below root: String) -> Bool {
    guard let path = VaultPath(path), let repository = try? Repository(openingRoot: root),
      case .driver? = try? repository.filterNeed(of: path)
    else { return false }
    return true
  }
}
