/// One name in a folder.
package struct FolderEntry: Hashable, Sendable {
  package let name: [UInt8]
  package let kind: FileStatus.Kind

  package var isHidden: Bool { name.first == UInt8(ascii: ".") }
}
