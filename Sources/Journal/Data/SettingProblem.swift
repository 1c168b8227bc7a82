/// A part of a setting that cannot be read and has no effect.
package struct SettingProblem: Hashable, Sendable {
  /// Names the setting.
  package let message: String
  /// In bytes from the beginning of the settings.
  package let offset: Int
}
