internal import SystemCalls

extension FileDescriptor {
  /// The last line with words that a program has printed into the file, of what it printed first.
  var lastLine: String? {
    let bytes = (try? readChunk(1 << 14, at: 0)) ?? []
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    return lines.last { !$0.allSatisfy(\.isWhitespace) }.map { String($0.prefix(300)) }
  }
}
