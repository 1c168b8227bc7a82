package import SystemCalls
package import VaultFormat
package import VaultStore

extension FileInput {
  /// A file of a vault; no link is followed on the way.
  package convenience init(_ path: VaultPath, in folder: VaultFolder) throws {
    try self.init(folder.openFile(path), path: path.text)
  }
}
