package import Git
package import VaultFormat
internal import VaultStore

/// What two sides made of one tree, joined by notes: docs/vault-format.md, part M.
///
/// A pure function of the trees and of the commits of both sides: nothing is written, nothing is asked of the
/// device that merges, and with ours and theirs exchanged the merged tree and the report are the same. Reads
/// what the sides changed, and no folder as a whole but where a new name has to be found.
///
/// Works on trees, so that the base may be one that was merged itself: of several merge bases two are merged
/// with the tree of their own base, the result is written, and it is the base of the next merge.
///
/// **Media with one name and different bytes** are kept both. The picture of the later side keeps the name,
/// the other one gets `-2`. Links on lines that the earlier side wrote lead to its own picture; links on lines
/// that were there before lead to the one that kept the name, and so does a line that both sides wrote alike
/// at one place. In a conflict copy every link leads where it led on the copy's side. Either picture stays
/// among the note's media, whether a link shows it or not.
package struct TreeMerge {
  /// One side: a tree, and the commits that made it from the base.
  package struct Side {
    package var tree: ObjectID
    package var history: SideHistory

    package init(tree: ObjectID, history: SideHistory) {
      self.tree = tree
      self.history = history
    }
  }

  private let base: ObjectID?
  private let ours: Side
  private let theirs: Side
  private let reader: TreeReader
  private let zone: TimeZoneRules

  /// - Parameters:
  ///   - base: the tree that both sides began with; nil for an empty one.
  ///   - zone: for times without an offset; it has to be the same on every device.
  package init(
    base: ObjectID?, ours: Side, theirs: Side, reader: TreeReader, zone: TimeZoneRules
  ) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.reader = reader
    self.zone = zone
  }

  /// - Throws: what the reader and the histories throw, nothing else.
  package func result() throws -> TreeMergeResult {
    if ours.tree == theirs.tree { return TreeMergeResult() }
    if base == theirs.tree {
      return TreeMergeResult(changesToTheirs: try changes(from: theirs, to: ours))
    }
    if base == ours.tree {
      return TreeMergeResult(changesToOurs: try changes(from: ours, to: theirs))
    }
    // Which side is the left one must not depend on the device.
    let isInOrder = ours.tree < theirs.tree
    let (left, right) = isInOrder ? (ours, theirs) : (theirs, ours)
    let trees = try MergeTrees(
      base: base, trees: Sides { $0 == .left ? left.tree : right.tree },
      histories: Sides { $0 == .left ? left.history : right.history }, reader: reader)
    var merged = MergedTree(trees, zone: zone)
    try merged.run()
    return TreeMergeResult(
      changesToOurs: try merged.changes(on: isInOrder ? .left : .right),
      changesToTheirs: try merged.changes(on: isInOrder ? .right : .left),
      newBlobs: merged.newBlobs, report: MergeReport(events: merged.events.sorted()))
  }

  private func changes(from old: Side, to new: Side) throws -> [VaultPath: TreeEntry?] {
    let changes = try reader.changes(old.tree, new.tree)
    return Dictionary(changes.map { ($0.path, $0.new) }, uniquingKeysWith: { $1 })
  }
}

/// The merged tree, as what to change in the tree of either side.
package struct TreeMergeResult: Sendable {
  /// What makes the merged tree from ours; nil removes a path.
  package var changesToOurs: [VaultPath: TreeEntry?]
  /// What makes the same tree from theirs: where it is empty, theirs is the merged tree.
  package var changesToTheirs: [VaultPath: TreeEntry?]
  /// Blobs that the repository may not have yet.
  package var newBlobs: [ObjectID: [UInt8]]
  package var report: MergeReport

  init(
    changesToOurs: [VaultPath: TreeEntry?] = [:], changesToTheirs: [VaultPath: TreeEntry?] = [:],
    newBlobs: [ObjectID: [UInt8]] = [:], report: MergeReport = MergeReport()
  ) {
    self.changesToOurs = changesToOurs
    self.changesToTheirs = changesToTheirs
    self.newBlobs = newBlobs
    self.report = report
  }
}
