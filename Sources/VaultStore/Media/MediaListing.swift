package import SystemCalls
package import VaultFormat

/// A file that belongs to a note.
package struct MediaFile: Hashable, Sendable {
  package var path: VaultPath
  package var kind: MediaKind
  /// In bytes.
  package var size: Int64
}

/// The content of a media folder.
package struct MediaListing: Sendable {
  /// In natural order of their names.
  package var files: [MediaFile] = []
  /// Folders, links and FIFOs, and the folder itself if it is a link: these are findings and are never opened.
  package var oddities: [Oddity] = []

  package struct Oddity: Hashable, Sendable {
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
      listing.oddities = [MediaListing.Oddity(path: folder.path, kind: .link)]
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
        listing.oddities.append(MediaListing.Oddity(path: path, kind: status.kind))
      }
    }
    return listing
  }
}
