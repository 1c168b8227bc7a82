internal import Cryptography

/// What a push changes in the branch of a site, from the manifests of what is there and of what is here.
package struct SitePushPlan: Hashable, Sendable {
  /// Files whose content is not in the branch yet; sorted.
  package let written: [String]
  /// Files that tl has pushed and that are not due any more; sorted.
  package let removed: [String]
  private let here: SiteManifest
  private let there: SiteManifest

  /// - Parameters:
  ///   - here: of the folder; a build of it has ended.
  ///   - there: of the branch; empty for a new one. What it does not name is somebody else's, and stays.
  package init(of here: SiteManifest, over there: SiteManifest) {
    (self.here, self.there) = (here, there)
    written = here.files.filter { path, entry in there.files[path]?.sha256 != entry.sha256 }.keys
      .sorted()
    removed = there.files.keys.filter { here.files[$0] == nil }.sorted()
  }

  package var isEmpty: Bool { written.isEmpty && removed.isEmpty }

  /// The files of the branch that would be lost: those of somebody else with a name that is needed, and those that were
  /// changed there since the last push.
  ///
  /// - Parameter content: of a file of the branch, by its path; nil if there is none.
  package func losses(
    in content: (String) throws -> [UInt8]?
  ) rethrows -> [String] {
    try (written + removed).filter { path in
      guard let hash = try content(path).map({ sha256Hex($0) }) else { return false }
      return hash != there.files[path]?.sha256 && hash != here.files[path]?.sha256
    }.sorted()
  }
}
