package import VaultFormat

/// One folder of a vault as a walk finds it.
package struct FolderListing: Sendable {
  package let folder: WalkedFolder
  let sorted: SortedFolder

  /// The paths of the subfolders that a walk enters.
  package var subfolders: [VaultPath] { sorted.folders.map { folder.path(of: $0.name) } }

  /// The names of the folder for which `isIncluded` is true.
  package func batch(
    where isIncluded: (UnsafeBufferPointer<UInt8>, WalkedKind) -> Bool
  ) -> WalkBatch {
    let entries = sorted.names.withUnsafeBufferPointer { names in
      sorted.entries.filter { isIncluded($0.name(in: names), $0.kind) }
    }
    return WalkBatch(folder: folder, names: sorted.names, entries: entries[...])
  }
}
