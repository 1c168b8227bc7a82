internal import Synchronization
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// Finds files by name, wherever they are in the vault.
///
/// The index of notes has no other files. So all names are read when a text first shows a file by its name, and again
/// when one is not found and may have come since: media folders, and folders without notes, are not watched.
final class FileFinder: Sendable {
  private struct Names {
    var names: FileNames
    var generation: UInt64
    /// Of a monotonic clock, in milliseconds.
    var time: Int64
    /// Milliseconds that reading took.
    var cost: Int64
  }

  private let source: LiveSource
  private let plain = Mutex<Names?>(nil)
  private let media = Mutex<Names?>(nil)
  /// After so many milliseconds names are read again although no note has changed.
  private static let age: Int64 = 10_000
  /// Reading takes at most one of so many parts of the time.
  private static let share: Int64 = 20

  init(_ source: LiveSource) { self.source = source }

  /// The file whose path ends with this one, which is there now; files of other notes' media folders come last.
  ///
  /// - Parameter generation: of the live index.
  func file(endingWith path: VaultPath, in vault: Vault, generation: UInt64) -> VaultPath? {
    find(path, in: plain, .plainFolders, vault, generation)
      ?? find(path, in: media, .mediaFolders, vault, generation)
  }

  /// The status of a file that the page may show: a regular file that a vault's media can be, not a note and nothing
  /// hidden.
  static func file(at path: VaultPath, in folder: VaultFolder) -> FileStatus? {
    let parts = path.bytes.split(separator: UInt8(ascii: "/"))
    guard !parts.contains(where: { $0.first == UInt8(ascii: ".") }),
      !NoteName.isNote(path.bytes[...]), let status = try? folder.status(path), status.kind == .file
    else { return nil }
    return status
  }

  private func find(
    _ path: VaultPath, in kept: borrowing Mutex<Names?>, _ place: FileNames.Place, _ vault: Vault,
    _ generation: UInt64
  ) -> VaultPath? {
    kept.withLock { kept in
      let now = source.milliseconds()
      if let names = kept {
        let found = names.names.file(endingWith: path)
        if let found, Self.file(at: found, in: vault.folder) != nil { return found }
        let age = now - names.time
        let mayHaveCome = names.generation != generation || age >= Self.age
        guard found != nil || mayHaveCome, age >= names.cost * Self.share else { return nil }
      }
      let names = FileNames(of: vault, in: place, threads: source.threads)
      let end = source.milliseconds()
      kept = Names(names: names, generation: generation, time: end, cost: end - now)
      return names.file(endingWith: path).flatMap { found in
        Self.file(at: found, in: vault.folder) == nil ? nil : found
      }
    }
  }
}
