internal import VaultSync

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The environment variables that tl reads.
///
/// An empty variable counts as one that is not set.
package struct Environment: Sendable {
  package subscript(name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }

  package var home: String? { self["HOME"] }

  /// `${XDG_CONFIG_HOME:-~/.config}/tl`; nil without a home.
  var configurationFolder: String? {
    if let folder = self["XDG_CONFIG_HOME"] { return folder + "/tl" }
    return home.map { $0 + "/.config/tl" }
  }

  var temporaryFolder: String { self["TMPDIR"] ?? "/tmp" }

  /// The first program of that name on the path; nil where there is none.
  package func program(_ name: String) -> String? {
    findProgram(name, path: self["PATH"] ?? "/usr/bin:/bin")
  }
}
