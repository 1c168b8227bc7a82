internal import Media
internal import VaultFormat

/// The date and the place of photos that are copied to a note.
enum PhotoOriginText {
  /// Nil if no photo knows when it was taken, or if its metadata are not to come along.
  static func origin(
    of files: [String], _ copyOptions: CopyOptions, in vault: OpenVault
  ) -> PhotoOrigin? {
    guard copyOptions.strip != .all else { return nil }
    var origin = PhotoOrigin(of: files, now: vault.surroundings.now(), zone: vault.zone)
    if copyOptions.strip == .position { origin?.coordinates = nil }
    return origin
  }

  /// `date 2020-05-01T14:03:00+02:00 and place [48.1, 11.5] of the photo; --no-photo-date leaves them out`.
  static func said(_ taken: [FieldAssignment]) -> String {
    let parts = taken.compactMap { assignment -> String? in
      switch assignment.value {
      case .plain(let text): "date \(text)"
      case .yaml(let text): "place \(text)"
      default: nil
      }
    }
    return parts.joined(separator: " and ")
      + " of the photo; --no-photo-date leaves \(taken.count == 1 ? "it" : "them") out"
  }
}
