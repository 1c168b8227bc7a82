/// What a command opens a vault for, which decides what is said about it.
package enum VaultUse {
  /// To show what is in it.
  case reading
  /// To read it without a warning of broken settings: the command reports them itself, or nobody reads a warning.
  case readingQuietly
  /// To change it. Broken settings, and a folder that is no vault, are errors of `Vault.checkWritable` then.
  case writing
}
