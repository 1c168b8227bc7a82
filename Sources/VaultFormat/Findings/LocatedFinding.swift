/// A finding and its file.
package struct LocatedFinding: Hashable, Sendable {
  package var path: VaultPath
  package var finding: Finding

  package init(_ path: VaultPath, _ finding: Finding) {
    self.path = path
    self.finding = finding
  }
}
