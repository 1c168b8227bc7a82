/// `number` with exactly `places` digits after the point, rounded.
package func decimalText(_ number: Double, places: Int) -> String {
  var scale = 1.0
  for _ in 0..<places { scale *= 10 }
  let scaled = (number.magnitude * scale).rounded()
  guard scaled < 1e15 else { return "\(number)" }
  let digits = String(Int(scaled))
  let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
  let sign = number < 0 && scaled > 0 ? "-" : ""
  guard places > 0 else { return sign + padded }
  return "\(sign)\(padded.dropLast(places)).\(padded.suffix(places))"
}
