internal import Media
package import Sharing
internal import SystemCalls
package import VaultStore

/// Carries out the plan of a site: constant memory for each file, and no file is written whose content is there already.
///
/// After an error the folder has old and new files, each whole, and a manifest that owns all of them: the next build goes
/// on from there.
package struct SiteBuild: Sendable {
  package let plan: SitePlan
  package let earlier: SiteManifest
  private let vault: Vault
  private let threads: Int
  private let copy: Copy

  /// Makes a smaller copy of a picture.
  package typealias Copy = @Sendable (SharedMedium) throws -> [UInt8]

  /// What a build did.
  package struct Report: Sendable {
    package var manifest = SiteManifest()
    package var written: [String] = []
    package var kept = 0
    package var removed: [String] = []
    /// Files that somebody changed since tl wrote them, and that stay as they are; sorted, first those that are due.
    package var edited: [String] = []
    /// Media that could not be copied; pages lead to them in vain until the next build.
    package var failed: [(path: String, error: any Error)] = []
    /// The names of pictures of which there is no smaller copy: a build that leaves these large is due.
    package var unmade: Set<String> = []
  }

  /// - Parameter copy: throws a `VariantFailure` for a picture of which there is none.
  package init(
    _ plan: SitePlan, after earlier: SiteManifest, of vault: Vault, threads: Int,
    copy: @escaping Copy = { _ in throw VariantFailure.noWorker }
  ) {
    (self.plan, self.earlier, self.vault) = (plan, earlier, vault)
    (self.threads, self.copy) = (threads, copy)
  }

  /// - Parameter replacesEdited: whether files that somebody changed are written anew, or removed if they are not due.
  /// - Throws: a `SiteRefusal` before anything is changed; a `SystemError`, a `TemplateLibrary.Problem`.
  package func run(in folder: SiteFolder, replacesEdited: Bool = false) throws -> Report {
    var report = Report()
    let isKept = ThreadTeam.map(plan.files, threads: threads) { file in
      file.isKept && folder.size(of: file.path) == earlier.files[file.path]?.bytes
    }
    let changed = zip(plan.files, isKept).filter { !$0.1 }.map(\.0)
    let found = try edited(among: changed.map(\.path) + plan.removals, in: folder)
    report.edited = replacesEdited ? [] : found
    let edited = Set(report.edited)
    let due = changed.filter { !edited.contains($0.path) }
    let removals = plan.removals.filter { !edited.contains($0) }
    if !due.isEmpty || !removals.isEmpty {
      try folder.write(plan.unfinished(after: earlier, besides: edited))
    }
    // First, whatever comes then: what was taken back must not be there any longer than it has to.
    for path in removals {
      try folder.remove(path)
      report.removed.append(path)
    }
    folder.removeEmptyFolders(of: removals)
    // By what tl wrote there the next build knows that they were edited.
    for path in edited {
      report.manifest.files[path] = earlier.files[path]
      report.manifest.files[path]?.rule = SiteManifest.editedRule
    }
    for (file, isKept) in zip(plan.files, isKept) where isKept || edited.contains(file.path) {
      var entry = earlier.files[file.path]
      entry?.rule = file.rule
      entry?.note = file.note?.id
      report.manifest.files[file.path] = entry
      report.kept += isKept ? 1 : 0
    }
    try write(due, in: folder, &report)
    report.manifest.withdrawn = plan.withdrawn
    try folder.write(report.manifest)
    return report
  }

  /// Those of some files that somebody changed since tl wrote them.
  ///
  /// - Throws: a `SiteRefusal` for what tl did not write.
  private func edited(among paths: [String], in folder: SiteFolder) throws -> [String] {
    let owners = try paths.map { ($0, try folder.owner(of: $0, as: earlier.files[$0])) }
    let foreign = owners.filter { $0.1 == .other }.map(\.0)
    guard foreign.isEmpty else { throw SiteRefusal.foreign(foreign) }
    return owners.filter { $0.1 == .editor }.map(\.0)
  }

  private struct Made: Sendable {
    let path: String
    let entry: Result<SiteManifest.Entry, any Error>
  }

  private func write(
    _ due: [SitePlan.File], in folder: SiteFolder, _ report: inout Report
  ) throws {
    let made = ThreadTeam.map(due, threads: threads) { file in
      Made(path: file.path, entry: Result { try entry(of: file, in: folder) })
    }
    for (file, made) in zip(due, made) {
      switch made.entry {
      case .success(let entry):
        report.manifest.files[made.path] = entry
        report.written.append(made.path)
      case .failure(let error):
        guard case .medium(let medium) = file.page, !(error is SystemError) else { throw error }
        if error is VariantFailure { report.unmade.insert(medium.name) }
        report.failed.append((made.path, error))
        // The copy of an earlier build stays tl's own, to be replaced or removed.
        if folder.size(of: made.path) != nil {
          report.manifest.files[made.path] = earlier.files[made.path]
        }
      }
    }
  }

  private func entry(of file: SitePlan.File, in folder: SiteFolder) throws -> SiteManifest.Entry {
    let written: (sha256: String, bytes: Int64)
    if case .medium(let medium) = file.page, plan.pages.pictures.isSmaller(medium) {
      written = try folder.write(file.path, copy(medium))
    } else if case .medium(let medium) = file.page {
      written = try folder.write(file.path) { try medium.write(to: $0, of: vault) }
    } else {
      written = try folder.write(file.path, plan.pages.bytes(of: file.page))
    }
    return SiteManifest.Entry(
      sha256: written.sha256, bytes: written.bytes, note: file.note?.id, rule: file.rule,
      made: file.made)
  }
}
