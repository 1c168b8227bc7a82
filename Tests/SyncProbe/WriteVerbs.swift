import SystemCalls
internal import VaultFormat
internal import VaultStore

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension SyncProbe {
  /// One write to a note, and one word that says what happened; nil for another verb.
  static func write(
    _ arguments: [String], _ vault: VaultFolder, _ options: ProbeOptions
  ) throws -> String? {
    guard arguments.count == 4, let path = VaultPath(arguments[2]) else { return nil }
    let (writer, text) = (options.writer(vault), arguments[3])
    switch arguments[0] {
    case "create":
      return try writer.create(path, Array(text.utf8)) ? "created" : "taken"
    case "append":
      let result = try writer.replace(path) { $0.bytes + text.utf8 }
      return result.isChange ? "written" : "unchanged"
    case "lines":
      for number in 0..<100 {
        let lock = try VaultLock(.write, of: writer.vault)
        try writer.replace(path) { $0.bytes + "\(text) \(number)\n".utf8 }
        _ = consume lock
      }
      return "written"
    case "trash":
      _ = try Trash(writer.vault).put(note: path, at: text)
      return "removed"
    case "lock":
      let lock = try VaultLock(.write, of: writer.vault, timeout: LockTimeout.none)
      print("locked")
      fflush(nil)
      _ = readLine()
      _ = consume lock
      return "released"
    default: return nil
    }
  }
}
