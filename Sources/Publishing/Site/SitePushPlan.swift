/// What a push changes in the branch of a site, from the manifests of what is there and of what is here.
package struct SitePushPlan: Hashable, Sendable {
  /// Files whose content is not in the branch yet; sorted.
  package let written: [String]
  /// Files that tl has pushed and that are not due any more; sorted.
  package let removed: [String]

  /// - Parameters:
  ///   - here: of the folder; a build of it has ended.
  ///   - there: of the branch; empty for a new one. What it does not name is somebody else's, and stays.
  package init(of here: SiteManifest, over there: SiteManifest) {
    written = here.files.filter { path, entry in there.files[path]?.sha256 != entry.sha256 }.keys
      .sorted()
    removed = there.files.keys.filter { here.files[$0] == nil }.sorted()
  }

  package var isEmpty: Bool { written.isEmpty && removed.isEmpty }
}
