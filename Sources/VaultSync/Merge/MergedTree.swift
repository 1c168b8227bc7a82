internal import Git
internal import VaultFormat
internal import VaultStore

/// The merged tree under construction: plan, contents, copies.
struct MergedTree {
  private(set) var newBlobs: [ObjectID: [UInt8]] = [:]
  private(set) var events: [MergeEvent] = []

  private let trees: MergeTrees
  private let zone: TimeZoneRules
  /// The entries at changed or new paths; a path without one is removed.
  private var entries: [VaultPath: TreeEntry] = [:]
  private var filters = FilterKeeping()
  /// Versions that could not be merged, of files by their number in the plan.
  private var copies: [(file: Int, copy: MergedContent.Copy)] = []

  init(_ trees: MergeTrees, zone: TimeZoneRules) {
    self.trees = trees
    self.zone = zone
  }

  mutating func run() throws {
    let times = MergeTimes(trees: trees, zone: zone)
    var plan = try MergePlan(trees, times: times, zone: zone)
    for media in plan.media where !media.file.placement.isJoined {
      try add(MergedContent(media.entry), of: media.file)
    }
    let merge = ContentMerge(trees: trees, times: times, zone: zone)
    let media = Dictionary(grouping: plan.media.indices) { plan.media[$0].owner }
    for (index, file) in plan.files.enumerated() {
      guard let file, !file.placement.isJoined else { continue }
      let own = media[index] ?? []
      let content = try merge.content(of: file) { side in
        linkCorrection(of: index, in: file, on: side, plan: plan, media: own.map { plan.media[$0] })
      }
      guard let content else { continue }
      try add(content, of: file)
      if let copy = content.copy { copies.append((index, copy)) }
    }
    try addCopies(&plan)
    try keepFilters()
  }

  func changes(on side: MergeSide) throws -> [VaultPath: TreeEntry?] {
    var changes: [VaultPath: TreeEntry?] = [:]
    for path in trees.changedPaths.union(entries.keys) {
      let new = entries[path]
      if try trees.entry(at: path, in: side) != new { changes[path] = .some(new) }
    }
    return changes
  }

  // MARK: - Files

  private mutating func add(_ content: MergedContent, of file: PlannedFile) throws {
    entries[file.path] = content.entry
    try noteFilter(of: file, content.entry)
    if let bytes = content.bytes { newBlobs[content.entry.id] = bytes }
    var kinds = file.events + content.events
    if file.path != file.wanted { kinds.append(.renamed(wanted: file.wanted)) }
    try addEvents(kinds, of: file, content: content)
  }

  private mutating func addEvents(
    _ kinds: [MergeEvent.Kind], of file: PlannedFile, content: MergedContent
  ) throws {
    guard !kinds.isEmpty else { return }
    let title = try title(of: file, content)
    events += kinds.map { MergeEvent(path: file.path, title: title, kind: $0) }
  }

  /// The title of a note, the name of any other file.
  private func title(of file: PlannedFile, _ content: MergedContent) throws -> String {
    let path = file.path
    guard file.unit.kind == .note, content.entry.mode.isRegular, path.isNoteByName,
      try !trees.isFiltered(path)
    else {
      return String(decoding: path.name, as: UTF8.self)
    }
    let bytes = try content.bytes ?? trees.bytes(of: content.entry.id)
    return NoteDocument(bytes).lastingTitle(at: path)
  }

  // MARK: - Filters

  private mutating func noteFilter(of file: PlannedFile, _ entry: TreeEntry) throws {
    for side in MergeSide.both {
      guard let version = file.unit.files[side], version.entry.id == entry.id else { continue }
      return try noteFilter(of: version, on: side, at: file.path)
    }
  }

  private mutating func noteFilter(
    of version: PlacedFile, on side: MergeSide, at path: VaultPath
  ) throws {
    guard version.entry.mode.isRegular, let filter = try trees.filter(of: version.path, in: side)
    else { return }
    filters.keep(filter, at: path)
  }

  private mutating func keepFilters() throws {
    let changed = try filters.changes(above: trees.attributesAbove) { [self] path in
      guard let entry = try mergedEntry(at: path), entry.mode.isRegular else { return nil }
      return try newBlobs[entry.id] ?? trees.bytes(of: entry.id)
    }
    for (path, bytes) in changed {
      let mode = try mergedEntry(at: path)?.mode ?? .file
      guard mode.isRegular else { continue }
      let id = trees.blobID(of: bytes)
      newBlobs[id] = bytes
      entries[path] = TreeEntry(id: id, mode: mode)
    }
  }

  private func mergedEntry(at path: VaultPath) throws -> TreeEntry? {
    if let entry = entries[path] { return entry }
    let isChanged = MergeSide.both.contains { trees.change(at: path, on: $0) != nil }
    return isChanged ? nil : try trees.entry(at: path, in: nil)
  }

  // MARK: - Links

  /// Nil if the note has the same path in all trees.
  private func linkCorrection(
    of note: Int, in file: PlannedFile, on side: MergeSide?, plan: MergePlan,
    media: [PlannedMedia]
  ) -> LinkCorrection? {
    guard let old = side.map({ file.unit.files[$0] }) ?? file.unit.files.base else { return nil }
    let home = plan.home(of: note)
    let oldHome = plan.home(of: note, on: side) ?? MediaFolder(of: old.path)?.path
    var renamed: [VaultPath: VaultPath] = [:]
    for media in media {
      guard let side, let version = media.file.unit.files[side] else { continue }
      let isNamed = version.path.name.elementsEqual(media.file.path.name)
      if !isNamed { renamed[version.path] = media.file.path }
    }
    return LinkCorrection(
      oldFolder: old.path.parent, newFolder: file.path.parent, oldHome: oldHome, newHome: home,
      renamed: renamed
    ) { [trees] path in
      (try? trees.entry(at: path, in: side)) != nil
    }
  }

  // MARK: - Copies

  /// Versions that could not be merged, beside their files, in the order of the paths.
  private mutating func addCopies(_ plan: inout MergePlan) throws {
    let sorted = copies.sorted { a, b in
      (plan.files[a.file]?.path.bytes ?? []).lexicographicallyPrecedes(
        plan.files[b.file]?.path.bytes ?? [])
    }
    for (index, copy) in sorted {
      guard let file = plan.files[index], let lost = file.unit.files[copy.side] else { continue }
      let origin = try trees.origin(of: lost.path, on: copy.side)
      let path = try place(copy, of: file.path, origin: origin, in: &plan)
      if let bytes = copy.bytes { newBlobs[copy.entry.id] = bytes }
      try noteFilter(of: lost, on: copy.side, at: path)
      var content = MergedContent(entries[file.path] ?? copy.entry)
      content.bytes = newBlobs[content.entry.id]
      try addEvents(
        [.conflictCopy(copy: path, device: origin.device)], of: file, content: content)
    }
  }

  /// The path of a copy: an existing one if a side made the same copy.
  private mutating func place(
    _ copy: MergedContent.Copy, of file: VaultPath, origin: ChangeOrigin, in plan: inout MergePlan
  ) throws -> VaultPath {
    let wanted = ConflictCopy.path(of: file, device: origin.device, time: origin.time)
    for side in MergeSide.both where try trees.entry(at: wanted, in: side) == copy.entry {
      if entries[wanted] == nil { entries[wanted] = copy.entry }
      return wanted
    }
    let path = try plan.placing.freePath(for: wanted)
    entries[path] = copy.entry
    return path
  }
}

/// Keeps the filter of merged files: of those with a new name, and those whose filter the other side removed.
///
/// Otherwise the folder would get filtered bytes that are unreadable, and later edits would be recorded in plain. If no
/// attribute line covers the name, one is added to the `.gitattributes` beside the file.
struct FilterKeeping {
  /// The path of each file, and the filter of its content.
  private var filters: [VaultPath: String] = [:]

  mutating func keep(_ filter: String, at path: VaultPath) { filters[path] = filter }

  /// - Parameter content: of a `.gitattributes` in the merged tree; nil if there is none.
  /// - Returns: attribute files with their new content.
  func changes(
    above: AttributesAbove?, _ content: @escaping (VaultPath) throws -> [UInt8]?
  ) throws -> [VaultPath: [UInt8]] {
    let lookup = AttributeLookup(above: above, content: content)
    var changed: [VaultPath: [UInt8]] = [:]
    for (path, filter) in filters.sorted(by: { $0.key < $1.key }) {
      guard try lookup.filter(of: path) != filter else { continue }
      let file = VaultPath(in: path.parent, named: AttributeView.attributes)
      var bytes = try changed[file] ?? content(file) ?? []
      if let last = bytes.last, last != 0x0A { bytes.append(0x0A) }
      changed[file] = bytes + Self.pattern(of: path.name) + Array(" filter=\(filter)\n".utf8)
    }
    return changed
  }

  /// A pattern that matches only a file of this name in the folder of the attribute file.
  private static func pattern(of name: ArraySlice<UInt8>) -> [UInt8] {
    var pattern = [UInt8(ascii: "/")]
    for byte in name {
      if "*?[\\".utf8.contains(byte) { pattern.append(UInt8(ascii: "\\")) }
      pattern.append(byte)
    }
    guard pattern.contains(where: { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\"") }) else {
      return pattern
    }
    var quoted = [UInt8(ascii: "\"")]
    for byte in pattern {
      if byte < 0x20 || byte == 0x7F {
        quoted.append(UInt8(ascii: "\\"))
        for shift in [6, 3, 0] as [UInt8] { quoted.append(UInt8(ascii: "0") + (byte >> shift & 7)) }
        continue
      }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        quoted.append(UInt8(ascii: "\\"))
      }
      quoted.append(byte)
    }
    return quoted + [UInt8(ascii: "\"")]
  }
}
