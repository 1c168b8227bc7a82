internal import SystemCalls
package import VaultFormat
package import VaultStore

/// The notes of a vault, and all of their media.
struct VaultMedia {
  struct File: Hashable {
    var path: VaultPath
    var size: Int64
    var note: VaultPath
  }

  var notes: [VaultPath] = []
  /// In the order of the paths of their notes.
  var files: [File] = []
  /// The media folders that cannot be read.
  var problems: [StoreError] = []

  init(of folder: VaultFolder, threads: Int) throws(StoreError) {
    let found = VaultWalk(folder, threads: threads).run { next in
      var notes: [(path: VaultPath, hasMedia: Bool)] = []
      while let batch = next() {
        batch.forEach { name, kind in
          guard case .note(let hasMedia) = kind else { return }
          notes.append((batch.folder.path(of: name), hasMedia))
        }
      }
      return notes
    }.results.flatMap(\.self)
    notes = found.map(\.path)
    for (note, hasMedia) in found.sorted(by: { $0.path < $1.path }) where hasMedia {
      guard let media = MediaFolder(of: note) else { continue }
      do {
        for file in try folder.media(in: media).files {
          files.append(File(path: file.path, size: file.size, note: note))
        }
      } catch {
        problems.append(error)
      }
    }
  }
}

/// Media of a vault that are the same file, byte for byte.
package enum EqualMedia {
  /// Each but the first of equal files, with the first; empty files and those that cannot be read are left out.
  package static func all(
    in folder: VaultFolder, threads: Int
  ) throws(StoreError) -> [(path: VaultPath, first: VaultPath)] {
    let files = try VaultMedia(of: folder, threads: threads).files.filter { $0.size > 0 }
    var classes = ContentClasses(sizes: files.map(\.size))
    var first: [String: VaultPath] = [:]
    var equal: [(path: VaultPath, first: VaultPath)] = []
    for file in files where file.path.isUTF8 && classes.isShared(file.size) {
      let path = "\(folder.path)/\(file.path.text)"
      guard let digest = try? classes.digest(of: path, size: file.size) else { continue }
      if let other = first[digest] {
        equal.append((file.path, other))
      } else {
        first[digest] = file.path
      }
    }
    return equal
  }
}

extension Finding.Code {
  package static let equalMedia = Finding.Code("equal-media")
}

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

/// What stands for a picture in a smaller copy of it, so that a second import knows that it is here.
enum OriginalID {
  private static let chunk = 1 << 20

  /// The first half of a SHA-1 of the file, as EXIF's ImageUniqueID has it: 32 hexadecimal digits.
  static func of(_ path: String) throws(SystemError) -> String {
    let file = try FileDescriptor(openingFile: path)
    var hash = SHA1()
    while true {
      let bytes = try file.readChunk(chunk)
      if bytes.isEmpty { break }
      bytes.withUnsafeBytes { hash.update($0) }
    }
    return hash.finish().prefix(16).hex
  }
}
