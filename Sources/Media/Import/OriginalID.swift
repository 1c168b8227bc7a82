internal import SystemCalls
internal import VaultFormat

/// What stands for a picture in a smaller copy of it, so that a second import knows that it is here.
enum OriginalID {
  private static let chunk = 1 << 20

  /// The first half of a SHA-1 of the file, as EXIF's ImageUniqueID has it: 32 hexadecimal digits.
  static func of(_ path: String) throws(SystemError) -> String {
    let file = try FileDescriptor(openingFile: path)
    var hash = SHA1()
    while true {
      let bytes = try file.readChunk(chunk)
      if bytes.isEmpty { break }
      bytes.withUnsafeBytes { hash.update($0) }
    }
    return hash.finish().prefix(16).hex
  }
}
