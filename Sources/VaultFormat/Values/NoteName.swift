/// The names of notes: `X.md` and `X.markdown`.
package enum NoteName {
  package static let extensions = [Array(".md".utf8), Array(".markdown".utf8)]

  /// The length of X in the name of a note; nil for other names.
  package static func stemLength(_ name: UnsafeBufferPointer<UInt8>) -> Int? {
    // A fast path: nearly every name of a vault ends in `.md`.
    let count = name.count
    if count > 3, name[count - 1] == UInt8(ascii: "d"), name[count - 2] == UInt8(ascii: "m"),
      name[count - 3] == UInt8(ascii: ".")
    {
      return count - 3
    }
    for ending in extensions {
      if let length = name.length(before: ending) { return length }
    }
    return nil
  }

  /// Whether the last component of a path, or a name alone, is that of a note.
  package static func isNote(_ path: ArraySlice<UInt8>) -> Bool {
    guard path.last == UInt8(ascii: "d") || path.last == UInt8(ascii: "n") else { return false }
    return path.withUnsafeBufferPointer { path in
      let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
      return stemLength(UnsafeBufferPointer(rebasing: path[start...])) != nil
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The length of the text before an ending; nil if it is empty, or the name ends differently.
  func length(before ending: [UInt8]) -> Int? {
    let length = count - ending.count
    guard length > 0 else { return nil }
    for index in ending.indices where self[length + index] != ending[index] { return nil }
    return length
  }
}
