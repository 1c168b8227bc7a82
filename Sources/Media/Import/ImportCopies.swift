internal import SystemCalls
internal import VaultStore

/// The smaller copies of an import.
package final class ImportCopies {
  private let side: Int
  private let worker: PictureWorker
  private let onFailure: (_ path: String, VariantFailure) throws -> Void

  /// - Parameters:
  ///   - side: the longest that a copy may have, in pixels.
  ///   - onFailure: called for each file that is copied as it is, since no smaller copy can be made of it; what it throws
  ///     ends the group before anything of it is written.
  package init(
    side: Int, by worker: PictureWorker,
    onFailure: @escaping (_ path: String, VariantFailure) throws -> Void
  ) {
    self.side = side
    self.worker = worker
    self.onFailure = onFailure
  }

  /// Makes the copies of some notes, on the vault's disk.
  func stage(
    _ notes: some Collection<PhotoImportPlan.Note>, in vault: VaultFolder
  ) throws -> StagedCopies {
    let staged = try StagedCopies(in: vault)
    for media in notes.flatMap(\.media) {
      guard let id = media.originalID else { continue }
      do {
        let source = try MediaSource(opening: media.source)
        let facts = MediaFacts(of: try ByteSource(source.file.duplicated()))
        let copy = try SmallerCopy.make(
          of: source, facts, side: side, without: nil, uniqueID: id, by: worker)
        if let copy {
          try staged.add(copy, of: media.source, named: source.name, source.status.modified)
        }
      } catch let failure as VariantFailure {
        try onFailure(media.source, failure)
      } catch is StoreError {
        // It is opened again when it is copied, and the error is reported there.
        continue
      }
    }
    return staged
  }
}

/// Smaller copies until they are in their notes.
final class StagedCopies {
  private let folder: WorkFolder
  private var count = 0
  /// The paths of the copies, by those of the originals.
  private(set) var paths: [String: String] = [:]

  init(in vault: VaultFolder) throws(StoreError) {
    folder = try WorkFolder(in: vault)
  }

  func add(
    _ copy: SmallerCopy, of original: String, named name: String, _ modified: FileTime
  ) throws {
    let inner = "\(folder.path)/\(count)"
    try SystemPath.makeFolders(inner, permissions: 0o700)
    count += 1
    let name = copy.name(for: name)
    try SystemFolder(path: inner).create(name, content: copy.bytes)
    try SystemFolder(path: inner).setTime(of: name, to: modified)
    paths[original] = "\(inner)/\(name)"
  }
}
