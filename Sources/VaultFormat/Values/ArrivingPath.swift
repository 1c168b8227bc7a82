/// The rules for paths that come from elsewhere.
///
/// They are the same on every system: what one device would be harmed by, no other passes on. What
/// HFS+ and NTFS read as `.git` is what git's own `core.protectHFS` and `core.protectNTFS` guard
/// against; here both always count.
package enum ArrivingPath {
  /// Nil when the path may arrive.
  package static func refusal(of path: [UInt8]) -> RefusedPath? {
    reason(path).map { RefusedPath(path, $0) }
  }

  private static func reason(_ path: [UInt8]) -> RefusedPath.Reason? {
    if path.isEmpty { return .empty }
    let components = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for component in components {
      if let reason = plainReason(component) { return reason }
      if mayBeRead(component, beginningWith: dotGit), isReadAsGitFolder(component) {
        return .gitFolder
      }
    }
    return settingsReason(components)
  }

  private static func plainReason(_ component: ArraySlice<UInt8>) -> RefusedPath.Reason? {
    if component.isEmpty { return .empty }
    if component.count <= 2, component.allSatisfy({ $0 == UInt8(ascii: ".") }) { return .dots }
    for byte in component {
      if byte == 0 { return .nul }
      if byte == UInt8(ascii: "\\") { return .backslash }
    }
    return nil
  }

  // MARK: Names of git and tl

  private static let dotGit = Array(".git".utf8)
  private static let dotTL = Array(".tl".utf8)
  private static let local = Array("local".utf8)

  private static func isReadAsGitFolder(_ component: ArraySlice<UInt8>) -> Bool {
    let name = readName(component)
    return name == dotGit || name.elementsEqual("git~1".utf8)
  }

  private static func settingsReason(_ components: [ArraySlice<UInt8>]) -> RefusedPath.Reason? {
    guard let first = components.first, mayBeRead(first, beginningWith: dotTL) else { return nil }
    let name = readName(first)
    guard name == dotTL || isShortName(name, of: "tl~") else { return nil }
    guard components.count > 1 else { return name == dotTL ? .settings : nil }
    return readName(components[1]) == local ? .local : nil
  }

  /// `tl~1` to `tl~9`: the eight-and-three name that NTFS gives to `.tl`.
  private static func isShortName(_ name: [UInt8], of stem: StaticString) -> Bool {
    guard let last = name.last, (0x31...0x39).contains(last) else { return false }
    return name.dropLast().elementsEqual("\(stem)".utf8)
  }

  /// Whether it is worth a closer look: nearly every name begins otherwise.
  ///
  /// The names in question begin with a dot, with the first letter behind it, or with a character
  /// beyond ASCII, which may be one that HFS+ passes over.
  private static func mayBeRead(
    _ component: ArraySlice<UInt8>, beginningWith name: [UInt8]
  ) -> Bool {
    guard let first = component.first else { return false }
    return first == name[0] || first | 0x20 == name[1] || first >= 0x80
  }

  /// The name as the most careless of file systems reads it.
  ///
  /// - HFS+ passes over some characters that are not seen, folds cases and decomposes; every other
  ///   folding disk does less.
  /// - NTFS drops dots and blanks at the end, and what follows a colon names a stream of the file.
  private static func readName(_ component: ArraySlice<UInt8>) -> [UInt8] {
    var name = NameKey(droppingIgnorables(component)).bytes
    if let colon = name.firstIndex(of: UInt8(ascii: ":")) { name.removeSubrange(colon...) }
    while let last = name.last, last == UInt8(ascii: ".") || last == UInt8(ascii: " ") {
      name.removeLast()
    }
    return name
  }

  /// Without the characters that HFS+ passes over when it compares names: the joiners and marks of
  /// direction U+200C–200F, U+202A–202E and U+206A–206F, and U+FEFF (Apple, TN1150).
  private static func droppingIgnorables(_ component: ArraySlice<UInt8>) -> [UInt8] {
    var kept: [UInt8] = []
    kept.reserveCapacity(component.count)
    component.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count {
        let scalar = UTF8Scalar(in: bytes, at: index)
        let length = max(scalar.length, 1)
        if !isIgnorable(scalar.value) { kept.append(contentsOf: bytes[index..<(index + length)]) }
        index += length
      }
    }
    return kept
  }

  private static func isIgnorable(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x200C...0x200F, 0x202A...0x202E, 0x206A...0x206F, 0xFEFF: true
    default: false
    }
  }
}
