internal import Cryptography
internal import Notesync
internal import WebServer

/// An id as part of a file name: the id itself if it is 1 to 64 letters, digits and `-`, else its SHA-256 in hex.
func plainName(of id: String) -> String {
  let isPlain = id.utf8.allSatisfy {
    0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || $0 == UInt8(ascii: "-")
  }
  return isPlain && 1...64 ~= id.utf8.count ? id : sha256Hex(id.utf8)
}
