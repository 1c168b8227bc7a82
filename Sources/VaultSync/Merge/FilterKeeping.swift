internal import VaultFormat

/// Keeps the filter of merged files: of those with a new name, and those whose filter the other side removed.
///
/// Otherwise the folder would get filtered bytes that are unreadable, and later edits would be recorded in plain. If no
/// attribute line covers the name, one is added to the `.gitattributes` beside the file.
struct FilterKeeping {
  /// The path of each file, and the filter of its content.
  private var filters: [VaultPath: String] = [:]

  mutating func keep(_ filter: String, at path: VaultPath) { filters[path] = filter }

  /// - Parameter content: of a `.gitattributes` in the merged tree; nil if there is none.
  /// - Returns: attribute files with their new content.
  func changes(
    above: AttributesAbove?, _ content: @escaping (VaultPath) throws -> [UInt8]?
  ) throws -> [VaultPath: [UInt8]] {
    let lookup = AttributeLookup(above: above, content: content)
    var changed: [VaultPath: [UInt8]] = [:]
    for (path, filter) in filters.sorted(by: { $0.key < $1.key }) {
      guard try lookup.filter(of: path) != filter else { continue }
      let file = VaultPath(in: path.parent, named: AttributeView.attributes)
      var bytes = try changed[file] ?? content(file) ?? []
      if let last = bytes.last, last != 0x0A { bytes.append(0x0A) }
      changed[file] = bytes + Self.pattern(of: path.name) + Array(" filter=\(filter)\n".utf8)
    }
    return changed
  }

  /// A pattern that matches only a file of this name in the folder of the attribute file.
  private static func pattern(of name: ArraySlice<UInt8>) -> [UInt8] {
    var pattern = [UInt8(ascii: "/")]
    for byte in name {
      if "*?[\\".utf8.contains(byte) { pattern.append(UInt8(ascii: "\\")) }
      pattern.append(byte)
    }
    guard pattern.contains(where: { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\"") }) else {
      return pattern
    }
    var quoted = [UInt8(ascii: "\"")]
    for byte in pattern {
      if byte < 0x20 || byte == 0x7F {
        quoted.append(UInt8(ascii: "\\"))
        for shift in [6, 3, 0] as [UInt8] { quoted.append(UInt8(ascii: "0") + (byte >> shift & 7)) }
        continue
      }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        quoted.append(UInt8(ascii: "\\"))
      }
      quoted.append(byte)
    }
    return quoted + [UInt8(ascii: "\"")]
  }
}
