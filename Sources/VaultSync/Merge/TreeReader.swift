package import Git
package import VaultFormat

/// Reads a repository for a merge.
package struct TreeReader {
  package typealias Name = (name: [UInt8], isFolder: Bool)

  /// The bytes of a blob.
  package var blob: (ObjectID) throws -> [UInt8]
  /// The paths at which two trees differ, in their order; a nil tree is empty.
  package var changes: (_ from: ObjectID?, _ to: ObjectID?) throws -> [TreeChange]
  /// The file at a path; nil for none and for a folder.
  package var entry: (_ path: VaultPath, _ tree: ObjectID?) throws -> TreeEntry?
  /// The names in a folder (nil: the root), not below it; none if the folder does not exist.
  package var names: (_ folder: VaultPath?, _ tree: ObjectID?) throws -> [Name]
  /// The notes of a tree that store an id.
  ///
  /// Reads every note: needed only if both sides added a file with the same id at different paths.
  package var notes: (_ id: NoteID, _ tree: ObjectID?) throws -> [VaultPath]
  /// The id of a blob of these bytes.
  package var blobID: ([UInt8]) -> ObjectID
  /// Nil if the vault is the root of its repository.
  var attributesAbove: AttributesAbove?

  package init(
    blob: @escaping (ObjectID) throws -> [UInt8],
    changes: @escaping (_ from: ObjectID?, _ to: ObjectID?) throws -> [TreeChange],
    entry: @escaping (_ path: VaultPath, _ tree: ObjectID?) throws -> TreeEntry?,
    names: @escaping (_ folder: VaultPath?, _ tree: ObjectID?) throws -> [Name],
    notes: @escaping (_ id: NoteID, _ tree: ObjectID?) throws -> [VaultPath],
    blobID: @escaping ([UInt8]) -> ObjectID
  ) {
    self.blob = blob
    self.changes = changes
    self.entry = entry
    self.names = names
    self.notes = notes
    self.blobID = blobID
  }
}
