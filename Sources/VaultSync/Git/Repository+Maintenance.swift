internal import CGit2
internal import VaultStore

extension Repository {
  /// How many objects have a file of their own: each costs a file, and git gets slow with many.
  package func looseObjectCount() throws(GitError) -> Int {
    try looseObjects().count
  }

  /// Puts all objects that have a file of their own into one pack, and removes those files once
  /// every object was read back from the pack.
  ///
  /// Nothing is lost when it is interrupted: an object may then be there twice. Other programs may
  /// read and write meanwhile.
  package func packLooseObjects() throws(GitError) {
    let loose = try looseObjects()
    guard !loose.isEmpty else { return }
    // Of larger files few versions resemble each other: mostly media.
    let packing = try Packing(of: self, deltaLimit: 1 << 20)
    let index = try packing.write(loose.map(\.id))
    try verify(loose.map(\.id), inPack: index)
    let folder = GitFolder(path: commonFolder)
    try naming("remove objects that are in a pack") { () throws(SystemError) in
      for object in loose { try folder.remove(object.file) }
    }
    try check(git_odb_refresh(try objects()), "read the objects anew")
  }

  private func looseObjects() throws(GitError) -> [(id: ObjectID, file: String)] {
    let folder = GitFolder(path: commonFolder)
    return try naming("list the objects") { () throws(SystemError) in
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

  /// Reads every object from the pack alone; libgit2 compares its bytes with its id.
  private func verify(_ ids: [ObjectID], inPack index: String) throws(GitError) {
    let operation = "check a pack"
    let objects = try GitHandle(operation, free: git_odb_free) { git_odb_new($0) }
    var pack: UnsafeMutablePointer<git_odb_backend>?
    try check(git_odb_backend_one_pack(&pack, index), operation)
    try check(git_odb_add_backend(objects.pointer, pack, 1), operation)
    for id in ids {
      var gitID = id.gitID
      _ = try GitHandle(operation, free: git_odb_object_free) {
        git_odb_read($0, objects.pointer, &gitID)
      }
    }
  }
}

extension Repository {
  /// As many loose objects as may gather; git itself waits for 6,700 (`gc.auto`).
  private static let looseLimit = 5_000

  /// Packs the loose objects where there seem to be many of them: the ids spread evenly over 256 folders,
  /// and, as git does it, one is counted.
  package func packIfLoose() throws(GitError) {
    let folder = GitFolder(path: commonFolder)
    let sample = (try? folder.names(in: "objects/17").count) ?? 0
    if sample * 256 >= Self.looseLimit { try packLooseObjects() }
  }
}
