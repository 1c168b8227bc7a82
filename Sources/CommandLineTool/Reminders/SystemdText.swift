/// Values in units of systemd; none of them has line ends.
package enum SystemdText {
  /// The words of a command, each quoted.
  package static func command(_ words: [String]) -> String {
    // Dollar signs are variables in commands alone (systemd.service(5), "Command lines").
    words.map { quoted($0).replacingAll("$", by: "$$") }.joined(separator: " ")
  }

  /// A line that sets a variable.
  package static func environment(_ name: String, _ value: String) -> String {
    "Environment=\(quoted("\(name)=\(value)"))"
  }

  /// Text that is not split into words, without specifiers.
  package static func plain(_ text: String) -> String { text.replacingAll("%", by: "%%") }

  /// In double quotes, with the escapes of systemd.syntax(7) and without specifiers.
  private static func quoted(_ text: String) -> String {
    var result = ""
    for scalar in plain(text).unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return "\"\(result)\""
  }
}

extension String {
  /// By code points: a mark behind one does not hide it.
  fileprivate func replacingAll(_ scalar: Unicode.Scalar, by text: String) -> String {
    var result = ""
    for next in unicodeScalars {
      if next == scalar { result += text } else { result.unicodeScalars.append(next) }
    }
    return result
  }
}
