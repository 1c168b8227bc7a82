internal import Journal
internal import SystemCalls
internal import VaultFormat

extension Style {
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
}
