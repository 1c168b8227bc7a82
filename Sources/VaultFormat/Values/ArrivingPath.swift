/// The rules for paths from other devices.
///
/// They are the same on every system, so that no device passes on what would harm another. Names that HFS+ and NTFS
/// read as `.git` are those of git's `core.protectHFS` and `core.protectNTFS`; here both always apply.
package enum ArrivingPath {
  /// Nil if the path is allowed.
  package static func refusal(of path: [UInt8]) -> RefusedPath? {
    reason(path).map { RefusedPath(path, $0) }
  }

  /// The same for a path that stays on this system, where a backslash is a letter like others.
  package static func refusal(ofLocal path: VaultPath) -> RefusedPath.Reason? {
    reason(path.bytes.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "_") : $0 })
  }

  private static func reason(_ path: [UInt8]) -> RefusedPath.Reason? {
    if path.isEmpty { return .empty }
    if isPlain(path) { return nil }
    let components = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for component in components {
      if let reason = plainReason(component) { return reason }
      if mayBeRead(component, beginningWith: dotGit), isReadAsGitFolder(component) {
        return .gitFolder
      }
    }
    return settingsReason(components)
  }

  /// A fast check, true for nearly all paths of a vault, whose names begin with digits.
  ///
  /// False for a path with an empty component, and where a component begins as a refused one may.
  private static func isPlain(_ path: [UInt8]) -> Bool {
    var begins = true
    for byte in path {
      if byte == 0 || byte == UInt8(ascii: "\\") { return false }
      if begins {
        switch byte | 0x20 {
        case UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "g"), UInt8(ascii: "t"), 0x80...:
          return false
        default: break
        }
      }
      begins = byte == UInt8(ascii: "/")
    }
    return !begins
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

  /// Whether some file system may read a name in the root of a vault as `.tl`.
  package static func mayBeSettings(_ name: some Collection<UInt8>) -> Bool {
    let name = ArraySlice(name)
    guard mayBeRead(name, beginningWith: dotTL) else { return false }
    let read = readName(name)
    return read == dotTL || isShortName(read)
  }

  private static func settingsReason(_ components: [ArraySlice<UInt8>]) -> RefusedPath.Reason? {
    guard let first = components.first, mayBeSettings(first) else { return nil }
    guard components.count > 1 else { return readName(first) == dotTL ? .settings : nil }
    return readName(components[1]) == local ? .local : nil
  }

  /// `tl~1` to `tl~9`: the 8.3 name that NTFS gives to `.tl`.
  private static func isShortName(_ name: [UInt8]) -> Bool {
    guard let last = name.last, (0x31...0x39).contains(last) else { return false }
    return name.dropLast().elementsEqual("tl~".utf8)
  }

  /// A fast check, false for nearly all names.
  ///
  /// Dangerous names begin with a dot, with the letter after it, or with a non-ASCII character, which HFS+ may ignore.
  private static func mayBeRead(
    _ component: ArraySlice<UInt8>, beginningWith name: [UInt8]
  ) -> Bool {
    guard let first = component.first else { return false }
    return first == name[0] || first | 0x20 == name[1] || first >= 0x80
  }

  /// The name as the most lenient file systems read it.
  ///
  /// - HFS+ ignores some invisible characters, folds case and decomposes; other file systems do less.
  /// - NTFS drops trailing dots and blanks, and reads the text after a colon as the name of a stream.
  private static func readName(_ component: ArraySlice<UInt8>) -> [UInt8] {
    var name = NameKey(droppingIgnorables(component)).bytes
    if let colon = name.firstIndex(of: UInt8(ascii: ":")) { name.removeSubrange(colon...) }
    while let last = name.last, last == UInt8(ascii: ".") || last == UInt8(ascii: " ") {
      name.removeLast()
    }
    return name
  }

  /// Without the characters that HFS+ ignores when it compares names: the joiners and marks of direction U+200C–200F,
  /// U+202A–202E and U+206A–206F, and U+FEFF (Apple, TN1150).
  private static func droppingIgnorables(_ component: ArraySlice<UInt8>) -> [UInt8] {
    var kept: [UInt8] = []
    kept.reserveCapacity(component.count)
    component.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count {
        let scalar = UTF8Scalar(in: bytes, at: index)
        let next = index + scalar.length
        if !isIgnorable(scalar.value) { kept.append(contentsOf: bytes[index..<next]) }
        index = next
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

/// A path that is never accepted into the vault.
package struct RefusedPath: Hashable, Sendable {
  /// The bytes of the path in the tree.
  package var bytes: [UInt8]
  package var reason: Reason

  package enum Reason: Hashable, Sendable {
    /// The path, or a component, has no characters.
    case empty
    /// A component is `.` or `..`.
    case dots
    case nul
    /// Windows reads it as a separator.
    case backslash
    /// Some file system reads a component as `.git`.
    case gitFolder
    /// Some file system reads it as `.tl/local`, which belongs to this device, or as a path below.
    case local
    /// A file in the place of the folder `.tl`.
    case settings
  }

  package init(_ bytes: [UInt8], _ reason: Reason) {
    self.bytes = bytes
    self.reason = reason
  }

  /// Bytes that are not UTF-8 are U+FFFD.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension RefusedPath: CustomStringConvertible {
  /// Printed after `path: `.
  package var description: String {
    switch reason {
    case .empty: "has an empty component"
    case .dots: "has a component . or .."
    case .nul: "contains a NUL"
    case .backslash: "contains a backslash, which separates folders on Windows"
    case .gitFolder: "is the folder of git on some systems"
    case .local: "belongs to the files of tl that are only for this device"
    case .settings: "is the folder in which tl keeps its settings"
    }
  }
}
