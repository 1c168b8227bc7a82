/// The tag at the beginning of an MP3 file (ID3 version 2).
enum ID3Tag {
  /// The length of the tag in bytes; 0 if there is none.
  static func length(in file: ByteSlice) -> Int64 {
    guard let head = file.bytes(0, 10), head.starts(with: "ID3".utf8), head[3] < 0xFF,
      head[4] < 0xFF, head[6...].allSatisfy({ $0 < 0x80 })
    else { return 0 }
    // Seven bits of each byte count; a footer repeats the ten bytes of the header.
    let length = head[6...].reduce(0) { $0 << 7 | Int64($1) }
    return 10 + length + (head[5] & 0x10 != 0 ? 10 : 0)
  }
}
