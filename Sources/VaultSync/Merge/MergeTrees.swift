internal import Git
internal import VaultFormat
internal import VaultStore

/// The three trees of a merge, read on demand.
///
/// Only the ids of the trees decide which side is the left one, so that two devices that merge each other's work get
/// the same result.
final class MergeTrees {
  let trees: ThreeWay<ObjectID?>
  /// The changes of each side, in the order of the paths.
  let changes: Sides<[TreeChange]>
  private let changed: Sides<[VaultPath: TreeChange]>
  private let histories: Sides<SideHistory>
  private let reader: TreeReader

  private var origins = Sides<[VaultPath: ChangeOrigin]> { _ in [:] }
  private var storedIDs: [ObjectID: NoteID?] = [:]
  private var sorted: Sides<[FileKind: [TreeChange]]>?
  /// Depends on the paths of the trees only: what a device excludes is merged by the same rules.
  private lazy var rules = PathRules(holdsFile: { [unowned self] in holdsFile($0) })
  /// A tree could not be read, so the results of `rules` are void.
  private var failure: (any Error)?
  private var listings: [Folder: [TreeReader.Name]] = [:]
  /// Cached results of `isFiltered`.
  private var filtered: [VaultPath: Bool] = [:]
  private var lookups: [MergeSide?: AttributeLookup] = [:]
  var attributesAbove: AttributesAbove? { reader.attributesAbove }

  private struct Folder: Hashable {
    var path: VaultPath?
    var tree: ObjectID?
  }

  init(
    base: ObjectID?, trees: Sides<ObjectID>, histories: Sides<SideHistory>, reader: TreeReader
  ) throws {
    self.trees = ThreeWay(base: base) { trees[$0] }
    self.histories = histories
    self.reader = reader
    let changes = try Sides { try reader.changes(base, trees[$0]) }
    self.changes = changes
    changed = Sides { side in
      Dictionary(changes[side].map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    }
  }

  var changedPaths: Set<VaultPath> {
    Set(changed.left.keys).union(changed.right.keys)
  }

  func change(at path: VaultPath, on side: MergeSide) -> TreeChange? { changed[side][path] }

  // MARK: - Entries

  /// - Parameter tree: nil for the base.
  func entry(at path: VaultPath, in tree: MergeSide?) throws -> TreeEntry? {
    if let tree, let change = changed[tree][path] { return change.new }
    if let change = changed.left[path] ?? changed.right[path] { return change.old }
    return try reader.entry(path, trees.base)
  }

  /// The names in a folder in any of the trees.
  func names(in folder: VaultPath?, tree: ObjectID?) throws -> [TreeReader.Name] {
    let key = Folder(path: folder, tree: tree)
    if let listing = listings[key] { return listing }
    let listing = try reader.names(folder, tree)
    listings[key] = listing
    return listing
  }

  // MARK: - Contents

  /// Whether a blob is never read, because it has too many bytes.
  func isTooLarge(_ blob: ObjectID) throws -> Bool { try reader.isTooLarge(blob) }

  func bytes(of blob: ObjectID) throws -> [UInt8] { try reader.blob(blob) }

  func document(of blob: ObjectID) throws -> NoteDocument { NoteDocument(try reader.blob(blob)) }

  func blobID(of bytes: [UInt8]) -> ObjectID { reader.blobID(bytes) }

  func storedID(in blob: ObjectID) throws -> NoteID? {
    if let known = storedIDs[blob] { return known }
    let id = try document(of: blob).storedID
    storedIDs[blob] = .some(id)
    return id
  }

  /// Whether any note of the base stores an id; reads the whole tree.
  func baseHolds(_ id: NoteID) throws -> Bool {
    guard let base = trees.base else { return false }
    return try !reader.notes(id, base).isEmpty
  }

  // MARK: - History

  func origin(of path: VaultPath, on side: MergeSide) throws -> ChangeOrigin {
    if let known = origins[side][path] { return known }
    let origin = try histories[side].lastChange(path)
    origins[side][path] = origin
    return origin
  }
}

// MARK: - Kinds

extension MergeTrees {
  private static let settings = Array(".tl/config.yaml".utf8)

  func kind(of path: VaultPath, _ entry: TreeEntry) throws -> FileKind {
    if try mediaFolder(of: path) != nil { return .media }
    guard entry.mode.isRegular else { return .special }
    if rules.kind(ofFolderOf: path) == .hidden {
      return try path.bytes == Self.settings && isRead(path, entry) ? .settings : .hidden
    }
    return try path.isNoteByName && isRead(path, entry) ? .note : .file
  }

  private func isRead(_ path: VaultPath, _ entry: TreeEntry) throws -> Bool {
    try !isFiltered(path) && !isTooLarge(entry.id)
  }

  /// Whether a path has a filter, by the attributes of one of the trees.
  ///
  /// Filtered content is never read: only the filter can, and not every device has it. Attributes of a device
  /// (`info/attributes`, the user's own file) do not count, since the result must not depend on the merging device.
  func isFiltered(_ path: VaultPath) throws -> Bool {
    if let known = filtered[path] { return known }
    let isFiltered = try [nil, .left, .right].contains { try filter(of: path, in: $0) != nil }
    filtered[path] = isFiltered
    return isFiltered
  }

  /// The name of the filter; nil for none.
  ///
  /// - Parameter tree: nil for the base.
  func filter(of path: VaultPath, in tree: MergeSide?) throws -> String? {
    if let known = lookups[tree] { return try known.filter(of: path) }
    let lookup = AttributeLookup(above: attributesAbove) { [unowned self] path in
      guard let entry = try entry(at: path, in: tree), entry.mode.isRegular else { return nil }
      let bytes = try bytes(of: entry.id)
      guard bytes.count <= RuleFile.limit else { throw RuleFile.tooManyAttributes(path) }
      return bytes
    }
    lookups[tree] = lookup
    return try lookup.filter(of: path)
  }

  /// A side's changes of files of one kind; if the kind changed, the file counts as removed and added.
  func changes(of kind: FileKind, on side: MergeSide) throws -> [TreeChange] {
    if let sorted { return sorted[side][kind] ?? [] }
    let all = try Sides { try sortedChanges(on: $0) }
    sorted = all
    return all[side][kind] ?? []
  }

  private func sortedChanges(on side: MergeSide) throws -> [FileKind: [TreeChange]] {
    var sorted: [FileKind: [TreeChange]] = [:]
    for change in changes[side] {
      let old = try change.old.map { try kind(of: change.path, $0) }
      let new = try change.new.map { try kind(of: change.path, $0) }
      if let old { sorted[old, default: []].append(old == new ? change : change.removal) }
      if let new, new != old { sorted[new, default: []].append(change.addition) }
    }
    return sorted
  }

  /// The media folder that contains a path: of a note that one of the trees has.
  func mediaFolder(of path: VaultPath) throws -> VaultPath? {
    let folder = rules.mediaFolder(of: path)
    if let failure { throw failure }
    return folder
  }

  /// Whether one of the trees has a regular file at a path.
  private func holdsFile(_ path: VaultPath) -> Bool {
    do {
      return try ([nil] + MergeSide.both).contains {
        try entry(at: path, in: $0)?.mode.isRegular == true
      }
    } catch {
      failure = failure ?? error
      return false
    }
  }
}

extension TreeChange {
  fileprivate var removal: TreeChange { TreeChange(path: path, old: old, new: nil) }
  fileprivate var addition: TreeChange { TreeChange(path: path, old: nil, new: new) }
}

struct Sides<Value> {
  var left: Value
  var right: Value

  subscript(side: MergeSide) -> Value {
    get { side == .left ? left : right }
    set { if side == .left { left = newValue } else { right = newValue } }
  }

  /// The value for each side, the left one first.
  init(_ make: (MergeSide) throws -> Value) rethrows {
    left = try make(.left)
    right = try make(.right)
  }
}
