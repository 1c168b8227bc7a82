internal import VaultFormat

extension PhotoImportPlan {
  /// What is left out, and why; a line for each reason.
  package var omissions: [String] {
    let known = doubles.count { $0.twin.isInVault }
    let same = doubles.count - known
    var lines: [String] = []
    if known > 0 { lines.append("\(known.counted("file is", "files are")) here already") }
    if same > 0 { lines.append("\(same.counted("file is", "files are")) the same as another one") }
    if !foreign.isEmpty {
      lines.append(
        foreign.count.counted(
          "file is neither a photo nor a film", "files are neither photos nor films"))
    }
    return lines
  }

  /// Such as `12 files, 36 MB`.
  package var amount: String {
    let files = notes.reduce(0) { $0 + $1.media.count }.counted("file", "files")
    return "\(files), \(ByteCount(size))"
  }

  /// Whether some files get a smaller copy.
  package var makesSmallerCopies: Bool {
    notes.contains { $0.media.contains { $0.originalID != nil } }
  }

  /// How many bursts and Live Photos are shown as one.
  package var combined: (bursts: Int, livePhotos: Int) {
    let roles = notes.flatMap { $0.media.map(\.role) }
    return (roles.count { $0 == .burstCover }, roles.count { $0 == .liveFilm })
  }
}
