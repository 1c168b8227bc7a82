package import SystemCalls
internal import VaultStore

extension Environment {
  package var home: String? { self["HOME"] }

  /// `${XDG_CONFIG_HOME:-~/.config}/tl`; nil without a home.
  var configurationFolder: String? {
    if let folder = self["XDG_CONFIG_HOME"] { return folder + "/tl" }
    return home.map { $0 + "/.config/tl" }
  }

  /// `${XDG_CONFIG_HOME:-~/.config}/systemd/user`, for units of the user; nil without a home.
  package var systemdFolder: String? {
    (self["XDG_CONFIG_HOME"] ?? home.map { $0 + "/.config" }).map { $0 + "/systemd/user" }
  }

  /// `${XDG_STATE_HOME:-~/.local/state}/tl`; nil without a home.
  package var stateFolder: String? {
    if let folder = self["XDG_STATE_HOME"] { return folder + "/tl" }
    return home.map { $0 + "/.local/state/tl" }
  }

  var temporaryFolder: String { self["TMPDIR"] ?? "/tmp" }

  /// How long to wait while another process writes: `TL_LOCK_WAIT` in seconds; nil for the default.
  ///
  /// For scripts that would rather fail at once (0) or wait for a long write.
  var lockTimeout: LockTimeout? {
    self["TL_LOCK_WAIT"].flatMap { Int($0) }.map(LockTimeout.seconds)
  }
}
