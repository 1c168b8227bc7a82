extension TIFFStructure {
  /// What a directory is about, by the entry that leads to it.
  enum DirectoryKind { case picture, exif, gps }

  /// Directories that lie in each other.
  static let greatestDepth = 4
  private static let mostDirectories = 32

  /// All directories that the structure leads to, each once, the first one first.
  var directories: [(kind: DirectoryKind, directory: TIFFDirectory)] {
    var found: [(kind: DirectoryKind, directory: TIFFDirectory)] = []
    var waiting: [(kind: DirectoryKind, offset: Int64, depth: Int)] = [(.picture, first, 1)]
    var visited: Set<Int64> = []
    var position = 0
    while position < waiting.count, found.count < Self.mostDirectories {
      let (kind, offset, depth) = waiting[position]
      position += 1
      guard visited.insert(offset).inserted, let directory = directory(at: offset) else { continue }
      found.append((kind, directory))
      if directory.next != 0, kind == .picture { waiting.append((.picture, directory.next, depth)) }
      guard depth < Self.greatestDepth else { continue }
      for entry in directory.entries {
        waiting += pointers(in: entry).map { ($0.kind, $0.offset, depth + 1) }
      }
    }
    return found
  }

  private func pointers(in entry: TIFFEntry) -> [(kind: DirectoryKind, offset: Int64)] {
    switch entry.tag {
    case .exifDirectory: return pointer(entry, .exif)
    case .gpsDirectory: return pointer(entry, .gps)
    case .subDirectories:
      guard entry.type == .long || entry.type == .directory else { return [] }
      let table = bytes.bytes(entry.valueOffset, 4 * Int(min(entry.count, 8))) ?? []
      return stride(from: 0, to: table.count, by: 4).map { start in
        let raw = table[start..<start + 4]
        return (.picture, Int64(isLittleEndian ? raw.littleEndian : raw.bigEndian))
      }
    default: return []
    }
  }

  private func pointer(
    _ entry: TIFFEntry, _ kind: DirectoryKind
  ) -> [(kind: DirectoryKind, offset: Int64)] {
    let isDirectory = entry.type == .directory
    let target = isDirectory ? bytes.bytes(entry.valueOffset, 4) : nil
    let offset =
      target.map { UInt32(truncatingIfNeeded: isLittleEndian ? $0.littleEndian : $0.bigEndian) }
      ?? number(entry)
    return offset.map { [(kind, Int64($0))] } ?? []
  }
}
