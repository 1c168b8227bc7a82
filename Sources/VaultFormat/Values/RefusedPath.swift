/// A path that is not let into the vault, whoever sends it.
package struct RefusedPath: Hashable, Sendable {
  /// As it stands in the tree.
  package var bytes: [UInt8]
  package var reason: Reason

  package enum Reason: Hashable, Sendable {
    /// The path, or a component, has no characters.
    case empty
    /// A component is `.` or `..`.
    case dots
    case nul
    /// Windows takes it for the mark between folders.
    case backslash
    /// Some file system takes a component for `.git`.
    case gitFolder
    /// Some file system takes it for `.tl/local`, or for something below, which is this device's own.
    case local
    /// A file in the place of the folder `.tl`.
    case settings
  }

  package init(_ bytes: [UInt8], _ reason: Reason) {
    self.bytes = bytes
    self.reason = reason
  }

  /// Bytes that are not UTF-8 are U+FFFD.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension RefusedPath: CustomStringConvertible {
  /// Reads after `path: `.
  package var description: String {
    switch reason {
    case .empty: "has a name without a character"
    case .dots: "leads up or nowhere"
    case .nul: "holds a NUL"
    case .backslash: "holds a backslash, which parts folders on Windows"
    case .gitFolder: "is the folder of git on some system"
    case .local: "is part of what tl keeps on this device alone"
    case .settings: "is the folder in which tl keeps its settings"
    }
  }
}
