/// The cost of deriving a password.
package struct PasswordCost: Hashable, Sendable {
  /// The binary logarithm of N.
  var logarithm: Int
  var blockSize: Int
  var parallelism: Int

  /// 32 MiB of memory and about a fifth of a second.
  package static let standard = PasswordCost(logarithm: 15, blockSize: 8, parallelism: 3)
  /// The minimum, for tests.
  package static let least = PasswordCost(logarithm: 1, blockSize: 1, parallelism: 1)

  var text: String { "ln=\(logarithm),r=\(blockSize),p=\(parallelism)" }
}

extension PasswordCost {
  /// `ln=15,r=8,p=3`; nil beyond 128 MiB of memory.
  init?(_ text: some StringProtocol) {
    var values: [String: Int] = [:]
    for pair in text.split(separator: ",") {
      let sides = pair.split(separator: "=")
      guard sides.count == 2, let value = Int(sides[1]), values[String(sides[0])] == nil else {
        return nil
      }
      values[String(sides[0])] = value
    }
    guard values.count == 3, let logarithm = values["ln"], let blockSize = values["r"],
      let parallelism = values["p"], 1...20 ~= logarithm, 1...32 ~= blockSize,
      1...16 ~= parallelism, (128 * blockSize) << logarithm <= 1 << 27
    else { return nil }
    self.init(logarithm: logarithm, blockSize: blockSize, parallelism: parallelism)
  }
}
