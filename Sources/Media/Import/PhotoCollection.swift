package import SystemCalls
internal import VaultFormat
package import VaultStore

/// The files that a person named for an import, with those in folders.
package struct PhotoCollection: Sendable {
  package struct File: Hashable, Sendable {
    /// The path that was named, or that of the named folder with the file's name in it.
    package var path: String
    /// The size of the file in bytes.
    package var size: Int64
    package var modified: FileTime
  }

  /// In natural order of their paths.
  package private(set) var files: [File] = []
  /// What cannot be read.
  package private(set) var problems: [StoreError] = []

  /// Lists files, and folders with all below them, except hidden names.
  ///
  /// Links are followed only if they are named. Nothing is opened but folders.
  package init(of paths: [String]) {
    var folders: [String] = []
    for path in paths {
      do throws(SystemError) {
        let status = try FileDescriptor.status(ofPath: path)
        add(path, status, &folders)
      } catch {
        problems.append(StoreError(path, .system(error)))
      }
    }
    while let folder = folders.popLast() {
      do throws(SystemError) {
        try list(folder, &folders)
      } catch {
        problems.append(StoreError(folder, .system(error)))
      }
    }
    files.sort { NaturalOrder.precedes(Array($0.path.utf8), Array($1.path.utf8)) }
  }

  private mutating func list(_ folder: String, _ folders: inout [String]) throws(SystemError) {
    let descriptor = try FileDescriptor(openingFolder: folder)
    for entry in try descriptor.entries() where !entry.isHidden {
      guard let status = try descriptor.status(of: entry.name) else { continue }
      let isEnded = folder.hasSuffix("/")
      let name = String(decoding: entry.name, as: UTF8.self)
      guard status.kind == .file || status.kind == .folder else { continue }
      guard name.utf8.elementsEqual(entry.name) else {
        problems.append(StoreError("\(folder)/\(name)", .invalidName))
        continue
      }
      add(isEnded ? folder + name : "\(folder)/\(name)", status, &folders)
    }
  }

  private mutating func add(_ path: String, _ status: FileStatus, _ folders: inout [String]) {
    switch status.kind {
    case .file:
      files.append(File(path: path, size: status.size, modified: status.modified))
    case .folder: folders.append(path)
    case let kind: problems.append(StoreError(path, .wrongKind(kind, wanted: .file)))
    }
  }
}

/// A file that may become part of a note.
package struct ImportCandidate: Hashable, Sendable {
  /// Where it is: distinct for each file.
  package var path: String
  /// The size of the file in bytes.
  package var size: Int64
  /// A digest of its content: equal only for equal files.
  package var digest: String
  package var kind: MediaType.Kind
  package var time: PhotoTime
  package var position: GeoPosition?
  /// Stands for the content in a smaller copy; nil if the file is copied as it is.
  package var originalID: String?

  var folder: Substring { path.lastIndex(of: "/").map { path[..<$0] } ?? "" }
  var name: Substring {
    path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
  }
  var stem: Substring {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return name[..<dot]
  }
}

/// Which photos share a note.
package enum PhotoGrouping: String, Hashable, Sendable, CaseIterable {
  /// Each has its own.
  case none
  /// Those that lie less than an hour and a kilometre from the one before.
  case hour
  /// A note has the files of one day.
  case day
}

extension GeoPosition {
  /// In metres, along the surface of a sphere; exact enough up to some kilometres.
  func distance(to other: GeoPosition) -> Double {
    let metresPerDegree = 111_195.0
    let north = (other.latitude - latitude) * metresPerDegree
    let turn = abs(other.longitude - longitude)
    let shrink = Trigonometry.cosine((latitude + other.latitude) / 2 * .pi / 180)
    let east = min(turn, 360 - turn) * metresPerDegree * shrink
    return (north * north + east * east).squareRoot()
  }
}
