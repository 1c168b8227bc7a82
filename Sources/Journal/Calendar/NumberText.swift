/// Numbers for people: `2`, `1.5`, `0.33`.
package enum NumberText {
  /// Without decimals if the number is whole, else with two at most; for output that programs read, see `JSONValue`.
  package static func of(_ number: Double) -> String {
    guard number.magnitude < 1e12 else {
      let text = "\(number)"
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
    let hundredths = (number * 100).rounded()
    // A number this close to a whole one is one.
    let whole = Int64(hundredths / 100)
    let rest = Int64(hundredths.magnitude) % 100
    let sign = hundredths < 0 && whole == 0 && rest != 0 ? "-" : ""
    if rest == 0 { return "\(whole)" }
    let decimals = rest < 10 ? "0\(rest)" : rest.isMultiple(of: 10) ? "\(rest / 10)" : "\(rest)"
    return "\(sign)\(whole).\(decimals)"
  }
}
