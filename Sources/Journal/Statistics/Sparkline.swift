/// A row of bars, one character each: `▄▄▅▂·▄▅▅█▄▄▅▄▅`.
package enum Sparkline {
  private static let blocks = Array("·▁▂▃▄▅▆▇█")
  private static let signs = Array(" .:-=+*#%")

  /// The level of a value is ⌈8·v/max⌉; that of 0 and of nothing between values is 0.
  ///
  /// With a value below zero the levels count from the least one, which has the first.
  ///
  /// - Parameter values: nil, or what is not finite, for nothing, which is a blank before the first value and after
  ///   the last.
  package static func text(of values: [Double?], isASCII: Bool = false) -> String {
    let values = values.map { $0.flatMap { $0.isFinite ? $0 : nil } }
    let marks = isASCII ? signs : blocks
    guard let first = values.firstIndex(where: { $0 != nil }),
      let last = values.lastIndex(where: { $0 != nil })
    else { return String(repeating: " ", count: values.count) }
    let level = level(among: values.compactMap(\.self))
    return String(
      values.enumerated().map { index, value in
        first...last ~= index ? marks[value.map(level) ?? 0] : " "
      })
  }

  private static func level(among values: [Double]) -> (Double) -> Int {
    let (least, greatest) = (values.min() ?? 0, values.max() ?? 0)
    if least >= 0 {
      return { greatest > 0 ? Int((8 * ($0 / greatest)).rounded(.up)) : 0 }
    }
    // The halves of finite numbers have a finite difference.
    let range = greatest / 2 - least / 2
    return { range > 0 ? max(1, Int((8 * (($0 / 2 - least / 2) / range)).rounded(.up))) : 1 }
  }
}
