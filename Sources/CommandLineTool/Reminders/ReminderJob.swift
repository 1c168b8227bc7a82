internal import VaultFormat

/// What a scheduler runs for a vault, and when.
struct ReminderJob: Hashable {
  /// The absolute path of tl.
  let program: String
  /// Absolute.
  let vault: String
  let hours: ReminderHours
  /// Variables that tell tl where the user's files are.
  let variables: [String: String]

  /// Tells the files of this vault from those of others: twelve hexadecimal digits, by the path of the vault.
  static func mark(ofVault path: String) -> String {
    String(SHA1.digest(of: Array(path.utf8)).hex.prefix(12))
  }

  var mark: String { Self.mark(ofVault: vault) }

  /// The program and its arguments; it says nothing unless something fails.
  var command: [String] {
    [
      program, "--quiet", "--vault", vault, "due", "--notify", "--from", "\(hours.from)", "--to",
      "\(hours.to)",
    ]
  }

  /// In the order of their names.
  var sortedVariables: [(name: String, value: String)] {
    variables.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
  }

  /// Whether some of it has control characters, which the files of a scheduler cannot hold.
  var hasControlCharacters: Bool {
    (command + variables.values).contains { text in
      text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
  }
}
