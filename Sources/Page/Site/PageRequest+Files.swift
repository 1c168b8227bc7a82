internal import HTTPTypes
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

extension PageRequest {
  /// The files of the form, and those that a script has sent before it, in the order of the form.
  ///
  /// - Throws: if one could not be kept, or does not wait any more: its client sends it again.
  func files() throws -> [UploadedFile] {
    guard let form else { return [] }
    return try form.sentFiles()
      + form.staged.map { file throws(PageProblem) in
        guard let path = site.stage.path(of: file.hash) else { throw PageProblem.isMissingFiles }
        return UploadedFile(name: file.name, keeping: path)
      }
  }

  /// The files of the form, as what becomes media of a note.
  func newMedia() async throws -> [NewMedia] { try await newMedia(of: try files()) }

  /// Brings files to the vault's disk while nobody waits for its lock.
  func newMedia(of files: [UploadedFile]) async throws -> [NewMedia] {
    guard !files.isEmpty else { return [] }
    return try await site.copies.run { [folder = vault.folder] in
      let stage = try MediaStage(in: folder)
      return try files.map { file in
        NewMedia(
          name: file.safeName,
          file: try stage.add(linking: file.path, isSynced: file.isSynced))
      }
    }
  }

  /// Removes what was sent before the form, once it is where it belongs.
  func dropStagedFiles() {
    for file in form?.staged ?? [] { site.stage.remove(file.hash) }
  }
}

extension PageProblem {
  fileprivate static let isMissingFiles = PageProblem(
    .init(code: 424, reasonPhrase: "Failed Dependency"), "Files are missing",
    "Not all files have arrived. Nothing was changed: send them again.", next: nil)
}
