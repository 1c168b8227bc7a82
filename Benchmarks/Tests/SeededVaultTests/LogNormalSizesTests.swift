import Foundation
import Testing

@testable import SeededVault

@Suite struct LogNormalSizesTests {
  @Test("the exponential agrees with the C library's")
  func exponential() {
    for step in -48...48 {
      let x = Double(step) / 10
      #expect(abs(LogNormalSizes.exponential(x) / exp(x) - 1) < 1e-9, "x = \(x)")
    }
  }

  @Test("half of the sizes are below the median, and the spread is that of the distribution")
  func distribution() {
    var random = SplitMix64(seed: 3)
    let sizes = LogNormalSizes(median: 1000)
    let drawn = (0..<20_000).map { _ in sizes.draw(using: &random) }.sorted()
    #expect((950...1050).contains(drawn[10_000]))
    // One and two standard deviations: 1000 times e to the power of 0.8 and of 1.6.
    #expect((2100...2350).contains(drawn[16_827]))
    #expect((4600...5300).contains(drawn[19_545]))
  }
}
