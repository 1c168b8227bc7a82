internal import VaultFormat
internal import VaultStore

extension CheckReport {
  /// Reports names that are the same on some system, and notes that share a media folder.
  mutating func checkNames(_ names: NameIndex) {
    checkClashes(names)
    for shard in names.shards {
      for entry in shard.entries where !entry.isFolder {
        guard shard.name(of: entry).suffix(9).elementsEqual(".markdown".utf8) else { continue }
        checkTwin(shard.path(of: entry), names)
      }
    }
  }

  private mutating func checkTwin(_ path: VaultPath, _ names: NameIndex) {
    guard let media = MediaFolder(of: path), let twin = media.twin, names.contains(twin.bytes),
      names.contains(media.path.bytes)
    else { return }
    add(
      path, .warning, code: .sharedMedia,
      message: "\(name(twin)) beside it has the same media folder, so each shows the other's media")
  }

  private mutating func checkClashes(_ names: NameIndex) {
    var seen: Set<UInt64> = []
    var repeated: Set<UInt64> = []
    for shard in names.shards {
      for entry in shard.entries where !seen.insert(entry.keyHash).inserted {
        repeated.insert(entry.keyHash)
      }
    }
    guard !repeated.isEmpty else { return }
    var groups: [UInt64: [VaultPath]] = [:]
    for shard in names.shards {
      for entry in shard.entries where repeated.contains(entry.keyHash) {
        groups[entry.keyHash, default: []].append(shard.path(of: entry))
      }
    }
    for paths in groups.values {
      let sorted = paths.sorted()
      guard let first = sorted.first else { continue }
      for path in sorted.dropFirst() {
        add(
          path, .warning, code: .clashingNames,
          message:
            "the name differs from \(name(first)) only in letter case or normal form: macOS and Windows treat them as one"
        )
      }
    }
  }

  private func name(_ path: VaultPath) -> String { String(decoding: path.name, as: UTF8.self) }
}
