internal import CGit2
internal import SystemCalls

extension Repository {
  private static let packFolder = "objects/pack"
  private static let marks = ["keep", "promisor", "mtimes", "bitmap"]

  package func maintenanceSettings() throws(GitError) -> Maintenance.Settings {
    let configuration = try configuration()
    var settings = Maintenance.Settings()
    settings.loose = try configuration.integer("gc.auto") ?? settings.loose
    settings.packs = try configuration.integer("gc.autoPackLimit") ?? settings.packs
    // Precious objects are shared with another repository, or each file matters to the user.
    let isPrecious = try configuration.bool("extensions.preciousObjects") ?? false
    let isAutomatic = try configuration.bool("maintenance.auto") ?? true
    settings.isAutomatic = isAutomatic && !isPrecious
    return settings
  }

  /// Reads only the names of files.
  package func objectFiles() throws(GitError) -> ObjectFiles {
    let folder = SystemFolder(path: commonFolder)
    return try asGitError("list the objects") { () throws(SystemError) in
      let names = Set(try folder.names(in: Self.packFolder))
      var files = ObjectFiles()
      files.hasCommonIndex =
        names.contains("multi-pack-index") || names.contains("multi-pack-index.d")
      for name in names.sorted() where name.hasSuffix(".pack") {
        let pack = String(name.dropLast(".pack".count))
        guard names.contains("\(pack).idx"),
          let status = try? FileDescriptor.status(
            ofPath: folder.path(of: "\(Self.packFolder)/\(name)"))
        else { continue }
        let isKept = Self.marks.contains { names.contains("\(pack).\($0)") }
        files.packs.append(.init(name: pack, size: status.size, isKept: isKept))
      }
      files.looseSample = try folder.names(in: "objects/17").count
      return files
    }
  }

  /// Joins packs into one, with the loose objects if `withLoose`; removes the replaced files after reading every object
  /// back from the new pack.
  ///
  /// Removes no object, reachable or not. If interrupted, an object may exist twice. Other programs may read and write
  /// at the same time: git looks for an object again if its pack is gone.
  package func joinPacks(_ names: [String], withLoose: Bool) throws(GitError) {
    let loose = withLoose ? try looseObjects() : []
    var ids = Set(loose.map(\.id))
    for name in names { ids.formUnion(try objects(inPack: name)) }
    guard !ids.isEmpty else { return }
    // Larger files, mostly media, rarely have similar versions.
    let packing = try PackBuilder(of: self, deltaLimit: 1 << 20)
    let sorted = ids.sorted()
    let index = try packing.write(sorted)
    try verify(sorted, inPack: index)
    let folder = SystemFolder(path: commonFolder)
    // Some file systems cannot sync a folder.
    try? folder.sync(Self.packFolder)
    if syncsInsteadOfLibrary { SystemPath.syncAll() }
    let files = try objectFiles()
    let free = Set(files.packs.filter { !$0.isKept }.map(\.name))
    let made = index.split(separator: "/").last?.dropLast(".idx".count) ?? ""
    try asGitError("remove replaced packs") { () throws(SystemError) in
      for name in names where name != made && free.contains(name) && !files.hasCommonIndex {
        // Without its index git ignores a pack.
        for ending in ["idx", "rev", "pack"] {
          try folder.remove("\(Self.packFolder)/\(name).\(ending)")
        }
      }
      for object in loose { try folder.remove(object.file) }
    }
    try check(git_odb_refresh(try objects()), "reload the objects")
  }

  func looseObjects() throws(GitError) -> [(id: ObjectID, file: String)] {
    let folder = SystemFolder(path: commonFolder)
    return try asGitError("list the objects") { () throws(SystemError) in
      var objects: [(id: ObjectID, file: String)] = []
      for parent in try folder.names(in: "objects") where parent.utf8.count == 2 {
        guard ObjectID(hex: parent + String(repeating: "0", count: 38)) != nil else { continue }
        for name in try folder.names(in: "objects/\(parent)") {
          guard let id = ObjectID(hex: parent + name) else { continue }
          objects.append((id, "objects/\(parent)/\(name)"))
        }
      }
      return objects
    }
  }

  private func objects(inPack name: String) throws(GitError) -> [ObjectID] {
    let operation = "list the objects of a pack"
    let objects = try database(
      ofPack: "\(commonFolder)\(Self.packFolder)/\(name).idx", operation)
    final class Found { var ids: [ObjectID] = [] }
    let found = Found()
    let status = git_odb_foreach(
      objects.pointer,
      { id, payload in
        guard let id, let payload else { return -1 }
        Unmanaged<Found>.fromOpaque(payload).takeUnretainedValue().ids.append(ObjectID(id.pointee))
        return 0
      }, Unmanaged.passUnretained(found).toOpaque())
    try check(status, operation)
    return found.ids
  }

  /// Reads every object from the new pack alone; libgit2 verifies its id.
  private func verify(_ ids: [ObjectID], inPack index: String) throws(GitError) {
    let operation = "check a pack"
    let objects = try database(ofPack: index, operation)
    for id in ids {
      var gitID = id.gitID
      _ = try GitHandle(operation, free: git_odb_object_free) {
        git_odb_read($0, objects.pointer, &gitID)
      }
    }
  }

  private func database(ofPack index: String, _ operation: String) throws(GitError) -> GitHandle {
    let objects = try GitHandle(operation, free: git_odb_free) { git_odb_new($0) }
    var pack: UnsafeMutablePointer<git_odb_backend>?
    try check(git_odb_backend_one_pack(&pack, index), operation)
    try check(git_odb_add_backend(objects.pointer, pack, 1), operation)
    return objects
  }
}

/// A separate handle for writing packs, so that its settings affect nothing else.
final class PackBuilder {
  let repository: Repository
  private static let operation = "write a pack of objects"
  private static let settings = "tl-pack-settings"

  /// - Parameter deltaLimit: larger objects are not compared with others, which is the slow part.
  init(of repository: Repository, deltaLimit: Int) throws(GitError) {
    self.repository = try Repository(openingRoot: repository.root)
    let folder = SystemFolder(path: repository.gitFolder)
    // libgit2 up to 1.5 reads the first setting where it means the second.
    let text = """
      [pack]
      \tdeltaCacheSize = \(deltaLimit)
      [core]
      \tbigFileThreshold = \(deltaLimit)

      """
    try asGitError(Self.operation) { () throws(SystemError) in
      try folder.remove(Self.settings)
      try folder.create(Self.settings, content: Array(text.utf8))
    }
    try self.repository.addSettings(folder.path(of: Self.settings), Self.operation)
  }

  deinit {
    // A leftover settings file does no harm.
    try? SystemFolder(path: repository.gitFolder).remove(Self.settings)
  }

  /// Writes a pack of these objects; it is on disk afterwards, with its index.
  ///
  /// - Returns: the path of its index.
  func write(_ ids: some Sequence<ObjectID>) throws(GitError) -> String {
    let builder = try GitHandle(Self.operation, free: git_packbuilder_free) {
      git_packbuilder_new($0, repository.handle)
    }
    for id in ids {
      var gitID = id.gitID
      try check(git_packbuilder_insert(builder.pointer, &gitID, nil), Self.operation)
    }
    let folder = repository.commonFolder + "objects/pack"
    try check(git_packbuilder_write(builder.pointer, folder, 0, nil, nil), Self.operation)
    guard let name = git_packbuilder_name(builder.pointer) else {
      throw GitError(.other, operation: Self.operation, message: "libgit2 returned no name")
    }
    return "\(folder)/pack-\(String(cString: name)).idx"
  }
}

/// What to do about many object files: each fetch leaves a pack, each change some loose objects, and git gets slow with
/// many.
///
/// The user's settings count as in git (git-gc(1)): `gc.auto` = 0 turns it off.
package enum Maintenance: Hashable {
  case none
  /// `git gc --auto`.
  case byGit
  /// Join these small packs, and the loose objects if `withLoose`.
  case joining([String], withLoose: Bool)

  package struct Settings: Hashable {
    /// `gc.auto`: the number of loose objects allowed.
    var loose: Int64 = 6_700
    /// `gc.autoPackLimit`: the number of packs allowed.
    var packs: Int64 = 50
    /// `maintenance.auto`.
    var isAutomatic = true
  }

  /// Larger packs are not rewritten.
  static let smallPack: Int64 = 16 << 20

  package init(_ files: ObjectFiles, _ settings: Settings, hasGit: Bool) {
    self = .none
    guard settings.isAutomatic, settings.loose > 0 else { return }
    let isLoose =
      files.looseSample > (settings.loose.addingReportingOverflow(255).partialValue) / 256
    let free = files.packs.filter { !$0.isKept }
    if hasGit {
      let isPacked = settings.packs > 0 && free.count > settings.packs
      if isLoose || isPacked { self = .byGit }
      return
    }
    // The creator of a multi-pack index maintains the packs.
    guard !files.hasCommonIndex else { return }
    let small = free.filter { $0.size <= Self.smallPack }
    let isMany = settings.packs > 0 && small.count >= settings.packs
    if isMany || isLoose {
      self = .joining(isMany ? small.map(\.name).sorted() : [], withLoose: isLoose)
    }
  }
}

package struct ObjectFiles: Hashable {
  struct Pack: Hashable {
    /// The name without an extension.
    var name: String
    /// The size of the pack in bytes.
    var size: Int64
    /// Another file beside it keeps it: `.keep`, `.promisor`, `.mtimes`, `.bitmap`.
    var isKept: Bool
  }

  var packs: [Pack] = []
  /// The number of loose objects in one of 256 folders, over which they spread evenly.
  var looseSample = 0
  /// A multi-pack index (git-multi-pack-index(1)).
  var hasCommonIndex = false
}
