internal import SystemCalls

/// Tells which files are equal, reading only those whose sizes are.
///
/// Files with equal hashes are compared byte by byte: a hash alone could be made to match.
struct ContentClasses {
  private struct Key: Hashable {
    var size: Int64
    var hash: Int
  }

  /// How many files have a size.
  private let counts: [Int64: Int]
  /// A file of each class.
  private var classes: [Key: [String]] = [:]

  private static let chunk = 1 << 16

  /// - Parameter sizes: of all files that will be asked for.
  init(sizes: some Sequence<Int64>) {
    counts = sizes.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  /// Whether another file has this size.
  func isShared(_ size: Int64) -> Bool { counts[size, default: 0] > 1 }

  /// A name for the content of a file, equal only for equal files of one instance.
  mutating func digest(of path: String, size: Int64) throws(SystemError) -> String {
    guard isShared(size) else { return "\(size)" }
    let key = Key(size: size, hash: try Self.hash(of: path))
    let known = classes[key] ?? []
    for (number, other) in known.enumerated() where try Self.areEqual(path, other) {
      return "\(size)-\(key.hash)-\(number)"
    }
    classes[key, default: []].append(path)
    return "\(size)-\(key.hash)-\(known.count)"
  }

  private static func hash(of path: String) throws(SystemError) -> Int {
    let file = try FileDescriptor(openingFile: path)
    var hasher = Hasher()
    while true {
      let bytes = try file.readChunk(chunk)
      if bytes.isEmpty { return hasher.finalize() }
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  private static func areEqual(_ a: String, _ b: String) throws(SystemError) -> Bool {
    let first = try FileDescriptor(openingFile: a)
    let second = try FileDescriptor(openingFile: b)
    var offset: Int64 = 0
    while true {
      let bytes = try first.readChunk(chunk, at: offset)
      guard try second.readChunk(chunk, at: offset) == bytes else { return false }
      if bytes.isEmpty { return true }
      offset += Int64(bytes.count)
    }
  }
}
