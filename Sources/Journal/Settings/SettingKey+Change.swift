package import VaultFormat
package import VaultStore

/// A value that tl cannot read; nothing is stored then.
package struct SettingRefusal: Error, Hashable, Sendable {
  /// Names the setting: `since.leap_day is not 02-28 or 03-01`.
  package let reason: String
}

extension SettingKey {
  /// The settings with another value, which tl can read; nil removes it.
  ///
  /// What could not be read before is no reason to refuse.
  ///
  /// - Parameter zoneProblem: what is wrong with the time zone, which the system knows or not.
  /// - Throws: a `SettingRefusal`, or a `SettingsEditError`.
  package func changing(
    _ settings: SettingsDocument, to text: String?,
    zoneProblem: (VaultConfiguration) -> String?
  ) throws -> SettingsDocument {
    func problems(of settings: SettingsDocument) -> [String] {
      let configuration = VaultConfiguration(parsing: settings.bytes)
      return configuration.findings.map(\.message)
        + JournalSettings(configuration).problems.map(\.message)
        + [zoneProblem(configuration)].compactMap(\.self)
    }
    let new = try set(to: text, in: settings)
    let known = problems(of: settings)
    if let problem = problems(of: new).first(where: { !known.contains($0) }) {
      throw SettingRefusal(reason: problem)
    }
    return new
  }
}
