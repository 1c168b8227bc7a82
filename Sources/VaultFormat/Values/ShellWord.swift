extension String {
  /// The text as one quoted word of a POSIX shell.
  package var shellQuoted: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// The text for a shell, unquoted if it has no character with a meaning there.
  package var shellWord: String {
    let isPlain = utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "/._-+:@%,".utf8.contains(byte)
    }
    return isPlain && !isEmpty && !hasPrefix("-") ? self : shellQuoted
  }
}
