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

  package init(
    path: String, size: Int64, digest: String, kind: MediaType.Kind, time: PhotoTime,
    position: GeoPosition?
  ) {
    self.path = path
    self.size = size
    self.digest = digest
    self.kind = kind
    self.time = time
    self.position = position
  }

  var folder: Substring { path.lastIndex(of: "/").map { path[..<$0] } ?? "" }
  var name: Substring {
    path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
  }
  var stem: Substring {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return name[..<dot]
  }
}
