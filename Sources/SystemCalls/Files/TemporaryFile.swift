/// A new file with a random name, in the folder where it will be published.
///
/// The file is removed at the end of the value's lifetime unless it was published.
package struct TemporaryFile: ~Copyable {
  package let folder: FileDescriptor
  package let name: [UInt8]
  package let file: FileDescriptor
  /// Whether the file is removed at the end.
  package var isOwned: Bool

  /// - Parameter isRead: whether the file is for reading too.
  package init(
    in folder: consuming FileDescriptor, prefix: [UInt8], permissions: UInt32,
    isRead: Bool = false
  ) throws(SystemError) {
    var name: [UInt8] = []
    file = try folder.createRandomFile(
      prefix: prefix, permissions: permissions, isRead: isRead, name: &name)
    self.folder = folder
    self.name = name
    isOwned = true
  }

  deinit {
    if isOwned { try? folder.removeFile(name) }
  }

  /// Publishes the file without replacing anything.
  ///
  /// - Returns: false if the name is taken; the file keeps its temporary name then.
  package mutating func publishIfFree(as newName: [UInt8]) throws(SystemError) -> Bool {
    do {
      try folder.renameIfFree(name, to: newName, in: folder)
      isOwned = false
      return true
    } catch let error where error.isTaken {
      return false
    }
  }

  /// Publishes the file, replacing what has the name.
  package mutating func publish(as newName: [UInt8]) throws(SystemError) {
    try folder.rename(name, to: newName, in: folder)
    isOwned = false
  }
}

extension FileDescriptor {
  /// Creates a file in this folder whose name is `prefix` and 16 random hexadecimal digits.
  ///
  /// - Parameter name: receives the name.
  package borrowing func createRandomFile(
    prefix: [UInt8], permissions: UInt32, isRead: Bool = false, name: inout [UInt8]
  ) throws(SystemError) -> FileDescriptor {
    while true {
      name = prefix + UInt64.random(in: .min ... .max).hexadecimalDigits.utf8
      do {
        return try createFile(name, permissions: permissions, isRead: isRead)
      } catch let error where error.isTaken {
        continue
      }
    }
  }
}

extension UInt64 {
  /// Sixteen digits, padded with zeros.
  package var hexadecimalDigits: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
