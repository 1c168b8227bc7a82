internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// Reads files of the folder, each in a consistent state.
struct FileReading: Sendable {
  private let vault: VaultFolder
  private var folder: OpenFolder?

  init(_ vault: VaultFolder) {
    self.vault = vault
  }

  /// The number of tries for a file that another program is writing.
  private static let tries = 3

  /// The file in a consistent state, as far as can be detected; nil if it does not exist.
  mutating func content(
    of path: VaultPath, limit: Int = VaultFolder.readLimit
  ) throws(StoreError) -> FileContent? {
    do throws(StoreError) {
      let folder = try openFolder(path.parent)
      let name = Array(path.name)
      var content = try vault.read(name, in: folder.descriptor, at: path, limit: limit)
      for _ in 1..<Self.tries {
        guard let status = try? folder.descriptor.status(of: name) else { return nil }
        if status == content.status { return content }
        content = try vault.read(name, in: folder.descriptor, at: path, limit: limit)
      }
      return content
    } catch {
      guard error.system?.isMissing == true else { throw error }
      return nil
    }
  }

  /// Files come in the order of their paths, so that each folder is opened once.
  private mutating func openFolder(_ path: VaultPath?) throws(StoreError) -> OpenFolder {
    if let folder, folder.path == path { return folder }
    let opened = OpenFolder(path: path, descriptor: try vault.openFolder(path))
    folder = opened
    return opened
  }

  private final class OpenFolder: Sendable {
    let path: VaultPath?
    let descriptor: FileDescriptor

    init(path: VaultPath?, descriptor: consuming FileDescriptor) {
      self.path = path
      self.descriptor = descriptor
    }
  }
}
