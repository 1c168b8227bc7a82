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
