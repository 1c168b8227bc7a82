/// Arithmetic on numbers from files: nil instead of a trap.
extension Int64 {
  func adding(_ other: Int64) -> Int64? {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? nil : sum
  }

  func multiplied(by other: Int64) -> Int64? {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? nil : product
  }
}

extension Double {
  /// Rounded; nil if the number is not finite or too large.
  var asInt64: Int64? {
    Int64(exactly: rounded())
  }
}
