/// Rewrites the bytes of a commit object.
enum CommitObject {
  /// Signatures, and copies of merged signed tags: they are not valid for another tree.
  private static let dropped: Set<String> = [
    "tree", "parent", "gpgsig", "gpgsig-sha256", "mergetag",
  ]

  /// The commit with another tree and other parents; author, times, encoding and message stay unchanged.
  static func rewritten(_ bytes: [UInt8], tree: ObjectID, parents: [ObjectID]) -> [UInt8] {
    var result = Array("tree \(tree)\n".utf8)
    for parent in parents { result += Array("parent \(parent)\n".utf8) }
    var rest = bytes[...]
    var isDropped = false
    while let line = nextLine(&rest), line.count > 1 {
      // A line that begins with a space continues the line before.
      if line.first != UInt8(ascii: " ") {
        let key = line.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }
        isDropped = dropped.contains(String(decoding: key, as: UTF8.self))
      }
      if !isDropped { result += line }
    }
    return result + [UInt8(ascii: "\n")] + rest
  }

  /// Including its line feed.
  private static func nextLine(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard !rest.isEmpty else { return nil }
    let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
    defer { rest = rest[end...] }
    return rest[..<end]
  }
}
