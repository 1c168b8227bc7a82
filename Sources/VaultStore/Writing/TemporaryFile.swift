internal import VaultFormat

/// A new file under a hidden name that nothing else uses, in the folder where it is to be published.
///
/// When the value ends the name is removed, unless it was given away.
struct TemporaryFile: ~Copyable {
  let folder: FileDescriptor
  let name: [UInt8]
  let file: FileDescriptor
  /// Whether what has the temporary name is ours to remove.
  var isOwned: Bool

  /// The leading dot keeps such files out of the timeline and out of media.
  static let prefix = Array(".tl-tmp-".utf8)

  init(in folder: consuming FileDescriptor, permissions: UInt32) throws(SystemError) {
    while true {
      let name = Self.prefix + Self.hexadecimal(UInt64.random(in: .min ... .max)).utf8
      do {
        file = try folder.createFile(name, permissions: permissions)
      } catch let error where error.isTaken {
        continue
      }
      self.folder = folder
      self.name = name
      isOwned = true
      return
    }
  }

  deinit {
    if isOwned { try? folder.removeFile(name) }
  }

  /// Chance serves uniqueness only.
  static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Gives the file its name without replacing anything.
  ///
  /// - Returns: false when the name is taken; the file keeps its temporary name then.
  mutating func publishIfFree(as newName: [UInt8]) throws(SystemError) -> Bool {
    do {
      try folder.renameIfFree(name, to: newName, in: folder)
      isOwned = false
      return true
    } catch let error where error.isTaken {
      return false
    }
  }
}

extension TemporaryFile {
  /// Gives the file its name; what had it is replaced.
  mutating func publish(as newName: [UInt8]) throws(SystemError) {
    try folder.rename(name, to: newName, in: folder)
    isOwned = false
  }
}

/// Hidden names for the files of one piece of work, which can be told again from its tag.
package struct TemporaryNames: Hashable, Sendable {
  package let tag: UInt32

  package init(tag: UInt32) {
    self.tag = tag
  }

  /// Names that nothing else has, as far as chance goes.
  package init() {
    tag = UInt32.random(in: .min ... .max)
  }

  /// - Parameter suffix: for a second name of the same number.
  package func name(_ number: UInt32, suffix: StaticString = "") -> [UInt8] {
    let digits = TemporaryFile.hexadecimal(UInt64(tag) << 32 | UInt64(number))
    return TemporaryFile.prefix + digits.utf8 + "\(suffix)".utf8
  }
}

extension VaultLayout {
  /// Whether a file of this name is left over from an interrupted write, or part of a running one.
  package static func isTemporary(name: some Collection<UInt8>) -> Bool {
    name.starts(with: TemporaryFile.prefix)
  }
}
