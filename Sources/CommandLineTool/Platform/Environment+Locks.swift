internal import VaultStore

extension Environment {
  /// How long to wait while another process writes: `TL_LOCK_WAIT` in seconds; nil stands for the usual ten.
  ///
  /// A number, for scripts that would rather fail at once (0) or wait for a long write.
  var lockPatience: LockPatience? {
    self["TL_LOCK_WAIT"].flatMap { Int($0) }.map(LockPatience.seconds)
  }
}
