internal import Synchronization
internal import SystemCalls
internal import VaultFormat
internal import Words

extension PathDisplay {
  private static let ofProcess = Mutex(PathDisplay.vault)

  /// How this process prints paths: for the folder that it was started in, which other programs share.
  ///
  /// Only for this module: whoever answers others, as a server does, says which form their paths have.
  static var current: PathDisplay { ofProcess.withLock { $0 } }

  /// Sets the vault and the current folder for printed paths.
  static func use(root: String, isAbsolute: Bool) {
    guard let root = SystemPath.resolved(root), let folder = SystemPath.resolved(".") else {
      return
    }
    let paths = PathDisplay(root: root, from: folder, isAbsolute: isAbsolute)
    ofProcess.withLock { $0 = paths }
  }
}

extension VaultPath {
  /// The path as it is printed; bytes that are not UTF-8 are U+FFFD.
  var shown: String { PathDisplay.current.text(self) }

  /// The same, byte for byte.
  var shownBytes: [UInt8] { PathDisplay.current.bytes(of: self) }
}
