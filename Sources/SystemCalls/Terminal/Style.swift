/// Colours and emphasis of a terminal; plain text if they are off.
package struct Style: Sendable {
  package let isOn: Bool
  /// Whether the terminal has 24 bits of colour.
  package var hasAllColours: Bool

  package init(isOn: Bool, hasAllColours: Bool = false) {
    self.isOn = isOn
    self.hasAllColours = hasAllColours
  }

  package func bold(_ text: String) -> String { wrap(text, "1") }
  package func dim(_ text: String) -> String { wrap(text, "2") }
  package func red(_ text: String) -> String { wrap(text, "1;31") }
  package func yellow(_ text: String) -> String { wrap(text, "33") }
  package func green(_ text: String) -> String { wrap(text, "32") }
  package func cyan(_ text: String) -> String { wrap(text, "36") }

  /// - Parameter code: the parameters of SGR (ECMA-48, section 8.3.117).
  package func wrap(_ text: String, _ code: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
