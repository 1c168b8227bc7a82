/// A path inside a vault, relative to its root: components joined by `/`, none of them empty, `.`
/// or `..`.
///
/// The bytes are those of the file system, which need not be valid UTF-8. Two paths are equal when
/// their bytes are; order is byte order. A value of this type can never lead out of the vault by
/// its spelling; links are the business of whoever opens it.
package struct VaultPath: Hashable, Sendable {
  package let bytes: [UInt8]

  /// Nil when `bytes` is empty, absolute, holds NUL, or has a component that is empty, `.` or `..`.
  package init?(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    guard !bytes.contains(0) else { return nil }
    for component in bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard !component.isEmpty, !component.elementsEqual(".".utf8),
        !component.elementsEqual("..".utf8)
      else { return nil }
    }
    self.bytes = bytes
  }

  package init?(_ string: String) {
    self.init(Array(string.utf8))
  }

  private init(unchecked bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The path of a name that the file system gave for something in `folder` (nil: the root).
  ///
  /// Such a name is one component by the system's own rules.
  package init(in folder: VaultPath?, named name: some Collection<UInt8>) {
    guard let folder else {
      bytes = Array(name)
      return
    }
    var bytes = folder.bytes
    bytes.reserveCapacity(bytes.count + 1 + name.count)
    bytes.append(UInt8(ascii: "/"))
    bytes.append(contentsOf: name)
    self.bytes = bytes
  }

  /// The last component.
  package var name: ArraySlice<UInt8> {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return bytes[...] }
    return bytes[(slash + 1)...]
  }

  /// The last component without its extension; a leading dot starts no extension.
  package var stem: ArraySlice<UInt8> {
    let name = self.name
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
      return name
    }
    return name[..<dot]
  }

  /// What follows the last dot of the last component, without the dot; empty when there is none.
  package var fileExtension: ArraySlice<UInt8> {
    let name = self.name
    let stem = self.stem
    guard stem.endIndex < name.endIndex else { return name[name.endIndex...] }
    return name[(stem.endIndex + 1)...]
  }

  /// The folder that holds this path; nil at the root of the vault.
  package var parent: VaultPath? {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return VaultPath(unchecked: Array(bytes[..<slash]))
  }

  /// The innermost first.
  package var foldersAbove: [VaultPath] {
    var folders: [VaultPath] = []
    var folder = parent
    while let path = folder {
      folders.append(path)
      folder = path.parent
    }
    return folders
  }

  /// Nil under the conditions of `init`.
  package func appending(_ component: some Sequence<UInt8>) -> VaultPath? {
    VaultPath(bytes + [UInt8(ascii: "/")] + component)
  }

  /// The sibling with another last component; nil under the conditions of `init`.
  package func replacingName(with name: some Sequence<UInt8>) -> VaultPath? {
    guard let parent else { return VaultPath(name) }
    return parent.appending(name)
  }

  /// Whether this path is in `folder`, at any depth.
  package func isBelow(_ folder: VaultPath) -> Bool {
    bytes.count > folder.bytes.count && bytes.starts(with: folder.bytes)
      && bytes[folder.bytes.count] == UInt8(ascii: "/")
  }

  /// The path as text; bytes that are not UTF-8 become U+FFFD.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether `text` names exactly this path.
  package var isUTF8: Bool { text.utf8.elementsEqual(bytes) }
}

extension VaultPath {
  /// The path with `-2`, `-3` … before its extension, for when its own name is taken.
  ///
  /// A name that would have more than 255 bytes loses characters at the end of its stem.
  package func numbered(_ number: Int) -> VaultPath {
    let suffix = Array("-\(number)".utf8)
    let ending = name[stem.endIndex...]
    let room = PortableName.maximumLength - suffix.count - ending.count
    return replacingName(with: stem.prefix(ofWholeScalars: room) + suffix + ending) ?? self
  }
}

extension ArraySlice<UInt8> {
  /// The whole scalars that fit into `length` bytes, but at least one byte.
  func prefix(ofWholeScalars length: Int) -> Self {
    let room = Swift.max(1, length)
    guard count > room else { return self }
    var end = startIndex + room
    // Bytes of the form 10xxxxxx continue a scalar, so the cut must not be before one.
    while end > startIndex + 1, self[end] & 0xC0 == 0x80 { end -= 1 }
    return self[..<end]
  }
}

// Eight bytes at a time, or all at once: paths are sorted and looked up in every look at a whole vault, and an array is
// compared and hashed byte by byte.
extension VaultPath: Comparable {
  package static func < (a: VaultPath, b: VaultPath) -> Bool {
    a.bytes.withUnsafeBytes { a in
      b.bytes.withUnsafeBytes { b in
        firstDifference(a, b).map { $0 < $1 } ?? (a.count < b.count)
      }
    }
  }

  package static func == (a: VaultPath, b: VaultPath) -> Bool {
    guard a.bytes.count == b.bytes.count else { return false }
    return a.bytes.withUnsafeBytes { a in
      b.bytes.withUnsafeBytes { b in firstDifference(a, b) == nil }
    }
  }

  package func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    // No path holds it, so that it ends this one.
    hasher.combine(0 as UInt8)
  }

  /// The first eight bytes or the first byte in which two paths differ, as numbers in the order of the bytes; nil if one
  /// begins with all of the other.
  @inline(__always)
  private static func firstDifference(
    _ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer
  ) -> (UInt64, UInt64)? {
    let common = min(a.count, b.count)
    var place = 0
    while place &+ 8 <= common {
      let first = UInt64(bigEndian: a.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      let second = UInt64(bigEndian: b.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      if first != second { return (first, second) }
      place &+= 8
    }
    while place < common {
      if a[place] != b[place] { return (UInt64(a[place]), UInt64(b[place])) }
      place &+= 1
    }
    return nil
  }
}
