package import Git
package import VaultFormat
internal import VaultStore

/// Merges the changes of two sides by notes: docs/vault-format.md, part M.
///
/// A pure function of the trees and the commits of both sides: nothing is written or read from the merging device, and
/// with ours and theirs exchanged the merged tree and the events are the same. Reads the changes of the sides, and
/// whole folders only to find a new name.
///
/// Works on trees, so that the base may itself be a merge: two of several merge bases are merged with the tree of their
/// own base, the result is written, and it is the base of the next merge.
///
/// **Media with the same name and different bytes** are both kept. The picture of the later side keeps the name, the
/// other one gets `-2`. Links on lines that the earlier side wrote lead to its own picture; links on older lines lead
/// to the one that kept the name, and so does a line that both sides wrote at the same place. In a conflict copy every
/// link keeps its target on the copy's side. Both pictures stay among the note's media, whether a link shows them or
/// not.
package struct TreeMerge {
  /// One side: a tree, and its commits since the base.
  package struct Side {
    package var tree: ObjectID
    package var history: SideHistory
  }

  /// The common ancestor's tree; nil for an empty one.
  let base: ObjectID?
  let ours: Side
  let theirs: Side
  let reader: TreeReader
  /// The zone of times without an offset; must be equal on every device.
  let zone: TimeZoneRules

  /// - Throws: what the reader and the histories throw, nothing else.
  package func result() throws -> TreeMergeResult {
    if ours.tree == theirs.tree || base == theirs.tree { return TreeMergeResult() }
    if base == ours.tree {
      let changes = try reader.changes(ours.tree, theirs.tree)
      return TreeMergeResult(
        changesToOurs: Dictionary(changes.map { ($0.path, $0.new) }, uniquingKeysWith: { $1 }))
    }
    // The left side must not depend on the device.
    let isInOrder = ours.tree < theirs.tree
    let (left, right) = isInOrder ? (ours, theirs) : (theirs, ours)
    let trees = try MergeTrees(
      base: base, trees: Sides { $0 == .left ? left.tree : right.tree },
      histories: Sides { $0 == .left ? left.history : right.history }, reader: reader)
    var merged = MergedTree(trees, zone: zone)
    try merged.run()
    return TreeMergeResult(
      changesToOurs: try merged.changes(on: isInOrder ? .left : .right),
      newBlobs: merged.newBlobs, events: merged.events.sorted())
  }
}

/// The merged tree, as changes of ours.
package struct TreeMergeResult: Sendable {
  /// The changes from ours to the merged tree; nil removes a path.
  package var changesToOurs: [VaultPath: TreeEntry?] = [:]
  /// Blobs that the repository may lack.
  package var newBlobs: [ObjectID: [UInt8]] = [:]
  /// The decisions beyond taking each side's changes, in the order of their paths; the same on every device.
  package var events: [MergeEvent] = []
}
