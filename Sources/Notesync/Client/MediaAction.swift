/// What to do with one media file that the server has for a note.
enum MediaAction: Hashable {
  /// The note has it.
  case nothing
  /// It was removed here and stays away.
  case leaveOut
  /// It was received before and is not a media file of notesync; a pull does not request it again.
  case ignore
  case take
}

extension NoteObservation {
  /// - Parameter checksum: SHA-256 in lower-case hex.
  func action(onMedia checksum: String, for purpose: NotesyncPlan.Purpose) -> MediaAction {
    if purpose != .restore(bringsRemovedMedia: true), removedMedia.contains(checksum) {
      return .leaveOut
    }
    if local?.media.contains(where: { $0.sha256 == checksum }) == true { return .nothing }
    return acknowledged?.foreignMedia.contains(checksum) == true ? .ignore : .take
  }

  func newMediaCount(for purpose: NotesyncPlan.Purpose) -> Int {
    guard purpose != .push, case .alive(let version) = there else { return 0 }
    return version.media?.count { action(onMedia: $0, for: purpose) == .take } ?? 0
  }
}
