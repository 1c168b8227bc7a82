package import SystemCalls
package import VaultFormat

/// The content of a media folder.
package struct MediaListing: Sendable {
  /// In natural order of their names.
  package var files: [MediaFile] = []
  /// Folders, links and FIFOs, and the folder itself if it is a link: these are findings and are never opened.
  package var skipped: [SkippedEntry] = []

  package struct SkippedEntry: Hashable, Sendable {
    package var path: VaultPath
    package var kind: FileStatus.Kind
  }
}

extension VaultFolder {
  /// The media of a note, without hidden files.
  ///
  /// Empty if there is no media folder.
  package func media(in folder: MediaFolder) throws(StoreError) -> MediaListing {
    var listing = MediaListing()
    switch try status(folder.path)?.kind {
    case .folder?: break
    case .link?:
      listing.skipped = [MediaListing.SkippedEntry(path: folder.path, kind: .link)]
      return listing
    default: return listing
    }
    let handle = try openFolder(folder.path)
    let entries = try naming(folder.path.text) { () throws(SystemError) in try handle.entries() }
    let visible = entries.filter { !$0.isHidden }
    for entry in visible.sorted(by: { NaturalOrder.precedes($0.name, $1.name) }) {
      guard let path = folder.path.appending(entry.name) else { continue }
      let status = try naming(path.text) { () throws(SystemError) in
        try handle.status(of: entry.name)
      }
      guard let status else { continue }
      if status.kind == .file {
        let kind = MediaKind(fileExtension: path.fileExtension)
        listing.files.append(MediaFile(path: path, kind: kind, size: status.size))
      } else {
        listing.skipped.append(MediaListing.SkippedEntry(path: path, kind: status.kind))
      }
    }
    return listing
  }
}
