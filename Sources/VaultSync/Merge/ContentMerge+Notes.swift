internal import VaultFormat

extension ContentMerge {
  /// A note by fields and lines.
  ///
  /// Nothing is read where one side alone changed it and no link has to be corrected.
  func note(_ file: PlannedFile, links: (MergeSide?) -> LinkCorrection?) throws -> MergedContent? {
    let unit = file.unit
    let entries = unit.entries
    let corrections = Sides { side in unit.files[side].flatMap { _ in links(side) } }
    let isCorrected = MergeSide.both.contains { corrections[$0].map { !$0.isEmpty } ?? false }
    if !isCorrected, let settled = entries.settledEntry { return settled.map { MergedContent($0) } }

    var texts = try unit.files.map { try $0.map { try trees.document(of: $0.entry.id) } }
    let originals = texts
    if isCorrected { correct(&texts, of: file, corrections, base: links(nil)) }
    let mode = entries.settledMode ?? unit.holders.first.flatMap { entries[$0]?.mode } ?? .file
    if let settled = settledText(texts) {
      // Bytes that a version has already are in the repository.
      let source = unit.holders.first { originals[$0]?.bytes == settled }
      let known = source.flatMap { entries[$0]?.id }
      return known.map { MergedContent(TreeEntry(id: $0, mode: mode)) }
        ?? MergedContent(settled, mode: mode, in: trees)
    }
    guard let left = texts[.left], let right = texts[.right] else { return nil }
    let merge = try merge(unit, texts.base, left, right)
    var content = MergedContent(merge.result.bytes, mode: mode, in: trees)
    content.events = try events(of: merge.decisions, in: unit)
    if case .conflict(let loser) = merge.outcome, let original = originals[loser] {
      let text = corrections[loser]?.applied(to: original, everyLine: true) { _ in true } ?? original
      content.copy = try copy(of: text, loser, unit, note: id(of: merge.result, file))
    } else {
      content.events.append(.merged)
    }
    return content
  }

  /// The text where no merge is needed: a side's where the other one has none or the base's.
  private func settledText(_ texts: ThreeWay<NoteDocument?>) -> [UInt8]? {
    let bytes = texts.map { $0?.bytes }
    guard let left = bytes[.left] else { return bytes[.right] }
    guard let right = bytes[.right] else { return left }
    return ThreeWay<[UInt8]?>(base: bytes.base) { $0 == .left ? left : right }.settled
      .flatMap(\.self)
  }

  /// Lets links lead where they led.
  ///
  /// A place that one side gave the note is that side's business, and it is right in what its lines say: only
  /// the lines that the other one wrote are corrected. A place that the merge gave it is known to no line.
  private func correct(
    _ texts: inout ThreeWay<NoteDocument?>, of file: PlannedFile, _ corrections: Sides<LinkCorrection?>,
    base: LinkCorrection?
  ) {
    let isMadeHere = file.path != file.wanted
    let originals = texts
    for side in MergeSide.both {
      guard let text = originals[side], let correction = corrections[side], !correction.isEmpty
      else { continue }
      let others = LineSet(of: [originals.base, originals[side.other]])
      texts[side] = correction.applied(to: text, everyLine: isMadeHere) { !others.contains($0) }
    }
    guard isMadeHere, let base, let text = originals.base else { return }
    texts.base = base.applied(to: text, everyLine: true) { _ in false }
  }

  /// Asks for the times of the commits only where a decision depends on them.
  private func merge(
    _ unit: FileUnit, _ base: NoteDocument?, _ left: NoteDocument, _ right: NoteDocument
  ) throws -> NoteMerge {
    func merge(_ time: (MergeSide) throws -> Int64) rethrows -> NoteMerge {
      NoteMerge(
        base: base,
        left: NoteMergeSide(
          document: left, time: try time(.left), rank: unit.files.sides.left?.entry.id.hex ?? ""),
        right: NoteMergeSide(
          document: right, time: try time(.right), rank: unit.files.sides.right?.entry.id.hex ?? ""),
        zone: zone)
    }
    let first = merge { _ in 0 }
    if first.outcome == .merged, !first.decisions.contains(where: { $0.reason == .later }) {
      return first
    }
    return try merge { try times.time(of: unit, on: $0) }
  }

  /// The id by which the merged note goes.
  private func id(of result: NoteDocument, _ file: PlannedFile) -> NoteID {
    result.storedID ?? ProvisionalID.of(file.unit.files.base?.path ?? file.path)
  }

  private func copy(
    of text: NoteDocument, _ loser: MergeSide, _ unit: FileUnit, note: NoteID
  ) throws -> MergedContent.Copy? {
    guard let lost = unit.files[loser]?.entry else { return nil }
    let copy = ConflictCopy.document(
      of: text, note: note, blob: lost.id.hex, device: try device(of: unit, on: loser))
    let entry = TreeEntry(id: trees.blobID(of: copy.bytes), mode: lost.mode)
    return MergedContent.Copy(side: loser, entry: entry, bytes: copy.bytes)
  }
}
