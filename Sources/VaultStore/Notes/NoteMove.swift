package import VaultFormat

/// What `NoteWriter.move` did.
package struct NoteMove: Hashable, Sendable {
  package var old: VaultPath
  package var new: VaultPath
  /// Where the media folder was and is; nil where there is none.
  package var oldMedia: VaultPath?
  package var newMedia: VaultPath?

  package init(from old: VaultPath, to new: VaultPath, newMedia: VaultPath?) {
    self.old = old
    self.new = new
    self.newMedia = newMedia
    oldMedia = newMedia.flatMap { _ in MediaFolder(of: old)?.path }
  }

  /// Where a file is now.
  func place(of file: VaultPath) -> VaultPath {
    if file == old { return new }
    guard let oldMedia, let newMedia else { return file }
    if file == oldMedia { return newMedia }
    guard file.isBelow(oldMedia) else { return file }
    return VaultPath(newMedia.bytes + file.bytes[oldMedia.bytes.count...]) ?? file
  }
}

/// A link of a moved note that led to a file before and does not lead there any more.
package struct BrokenLink: Hashable, Sendable {
  package var link: FileLink
  /// How the link would have to be written.
  package var destination: String
}

extension Vault {
  /// The links in a moved note's text that its move broke, in their order.
  ///
  /// Links of other notes to this one are not looked at; `doctor` finds those.
  package func brokenLinks(
    of document: NoteDocument, by move: NoteMove
  ) throws(StoreError) -> [BrokenLink] {
    var broken: [BrokenLink] = []
    var media: [VaultPath] = []
    if let folder = MediaFolder(of: move.new), folder.path == move.newMedia {
      media = try self.folder.media(in: folder).files.map(\.path)
    }
    for link in document.fileLinks {
      guard let target = try target(of: link, before: move, media),
        !link.leads(to: target, from: move.new.parent)
      else { continue }
      let destination =
        link.isByName ? target.text : FileLink.destination(of: target, from: move.new.parent)
      broken.append(BrokenLink(link: link, destination: destination))
    }
    return broken
  }

  /// The file that the link led to before the move, where it is now.
  private func target(
    of link: FileLink, before move: NoteMove, _ media: [VaultPath]
  ) throws(StoreError) -> VaultPath? {
    for target in link.targets(from: move.old.parent) {
      let place = move.place(of: target)
      if (try? folder.exists(place)) == true { return place }
    }
    guard link.isByName, let oldMedia = move.oldMedia else { return nil }
    return media.first { file in
      guard let before = oldMedia.appending(file.name) else { return false }
      return link.leads(to: before, from: move.old.parent)
    }
  }
}
