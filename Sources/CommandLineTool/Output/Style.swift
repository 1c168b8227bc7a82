internal import Journal
internal import VaultFormat

/// Colours and emphasis of a terminal; plain text if they are off.
struct Style {
  let isOn: Bool
  /// Whether the terminal has 24 bits of colour.
  var hasAllColours = false

  func bold(_ text: String) -> String { wrap(text, "1") }
  func dim(_ text: String) -> String { wrap(text, "2") }
  func red(_ text: String) -> String { wrap(text, "1;31") }
  func yellow(_ text: String) -> String { wrap(text, "33") }
  func green(_ text: String) -> String { wrap(text, "32") }
  func cyan(_ text: String) -> String { wrap(text, "36") }

  /// In the colour of a severity.
  func coloured(_ text: String, as severity: Finding.Severity) -> String {
    switch severity {
    case .error: red(text)
    case .warning: yellow(text)
    case .info: cyan(text)
    }
  }

  /// In a colour of the settings: the nearest of 256 unless the terminal has them all.
  func coloured(_ text: String, as color: ColorName?) -> String {
    guard let color else { return text }
    let (red, green, blue) = color.channels
    return wrap(
      text, hasAllColours ? "38;2;\(red);\(green);\(blue)" : "38;5;\(color.nearestOf256)")
  }

  private func wrap(_ text: String, _ code: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
