internal import Sharing
package import VaultFormat

/// What a build does: a pure function of what an audience sees, the settings, and what the last build wrote.
package struct SitePlan: Sendable {
  package struct File: Sendable {
    /// Below the folder of the site.
    package let path: String
    package let page: SitePage
    /// The note from which alone it is: its id, and where it lies.
    package let note: (id: String, source: VaultPath)?
    /// The rule that lets it out, `list`, or `program`.
    package let rule: String
    /// A hash of all that it is made from.
    package let made: String
    /// Whether the last build made it from the same.
    package let isKept: Bool
  }

  package let pages: SitePages
  /// All that are due; sorted by path.
  package let files: [File]
  /// The paths of files of the last build that are not due any more; sorted.
  package let removals: [String]
  /// Those of them that were pages of notes.
  package let withdrawnPages: [String]
  /// The ids of notes that were published once and are not now, with the times when they were taken back.
  package let withdrawn: [String: NoteTime]

  /// - Parameters:
  ///   - pictures: which are smaller copies.
  ///   - earlier: of the last build in the same folder; empty for a first one.
  ///   - program: another one for each version of tl, whose pages may differ.
  ///   - now: in UTC, for notes that are taken back.
  package init(
    _ edition: SiteEdition, look: SiteLook, pictures: SitePictures = SitePictures(),
    earlier: SiteManifest = SiteManifest(), program: String, now: NoteTime, threads: Int = 1
  ) {
    let earlierPages = earlier.pages
    let names = SiteNames(edition, keeping: earlierPages)
    let ids = Set(edition.notes.map(\.id))
    withdrawn = earlierPages.mapValues { _ in now }.merging(earlier.withdrawn) { $1 }
      .filter { !ids.contains($0.key) }
    let pages = SitePages(edition, names, look, pictures, withdrawn: withdrawn)
    let due = pages.due
    let keys = pages.keys(of: due, program: program, threads: threads)
    self.pages = pages
    files = zip(due, keys).map { file, key in
      let known = earlier.files[file.path]
      return File(
        path: file.path, page: file.page,
        note: file.note.map { (edition.notes[$0].id, edition.notes[$0].source) },
        rule: file.rule, made: key, isKept: known?.sha256 != nil && known?.made == key)
    }
    let paths = Set(due.map(\.path))
    removals = earlier.files.keys.filter { !paths.contains($0) }.sorted()
    withdrawnPages = earlierPages.values.filter { !paths.contains($0) }.sorted()
  }

  /// The manifest while the files are written: nobody can tell what those contain that are not kept.
  ///
  /// - Parameter edited: files that stay as somebody has changed them.
  func unfinished(after earlier: SiteManifest, besides edited: Set<String> = []) -> SiteManifest {
    var manifest = earlier
    for file in files where !file.isKept && !edited.contains(file.path) {
      manifest.files[file.path] = SiteManifest.Entry(
        sha256: nil, bytes: 0, note: file.note?.id, rule: file.rule, made: file.made)
    }
    return manifest
  }
}
