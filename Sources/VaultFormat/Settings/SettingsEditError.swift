/// The settings cannot be changed by a program without changing more than was meant.
package struct SettingsEditError: Error, Hashable, CustomStringConvertible {
  package init() {}

  package var description: String {
    "the settings cannot be changed by tl; change .tl/config.yaml in an editor"
  }
}
