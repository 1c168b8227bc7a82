package import SystemCalls
package import VaultFormat
package import VaultStore

extension FileInput {
  /// Opens a file of a vault without following links.
  package convenience init(_ path: VaultPath, in folder: VaultFolder) throws {
    try self.init(folder.openFile(path), path: path.text)
  }
}
