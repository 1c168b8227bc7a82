/// A path that is never accepted into the vault.
package struct RefusedPath: Hashable, Sendable {
  /// The bytes of the path in the tree.
  package var bytes: [UInt8]
  package var reason: Reason

  package enum Reason: Hashable, Sendable {
    /// The path, or a component, has no characters.
    case empty
    /// A component is `.` or `..`.
    case dots
    case nul
    /// Windows reads it as a separator.
    case backslash
    /// Some file system reads a component as `.git`.
    case gitFolder
    /// Some file system reads it as `.tl/local`, which belongs to this device, or as a path below.
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
  /// Printed after `path: `.
  package var description: String {
    switch reason {
    case .empty: "has an empty component"
    case .dots: "has a component . or .."
    case .nul: "contains a NUL"
    case .backslash: "contains a backslash, which separates folders on Windows"
    case .gitFolder: "is the folder of git on some systems"
    case .local: "belongs to the files of tl that are only for this device"
    case .settings: "is the folder in which tl keeps its settings"
    }
  }
}
