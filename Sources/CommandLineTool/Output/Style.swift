internal import VaultFormat

/// Colours and emphasis of a terminal; plain text if they are off.
struct Style {
  let isOn: Bool

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

  private func wrap(_ text: String, _ code: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
