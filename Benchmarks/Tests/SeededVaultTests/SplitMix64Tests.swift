import SeededVault
import Testing

@Suite struct SplitMix64Tests {
  @Test("the numbers are those of the published algorithm")
  func publishedNumbers() {
    var random = SplitMix64(seed: 1_234_567)
    let numbers = (0..<3).map { _ in random.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      ])
  }

  @Test("numbers stay in their range and reach both ends")
  func ranges() {
    var random = SplitMix64(seed: 1)
    let numbers = Set((0..<1000).map { _ in random.number(in: -1...4) })
    #expect(numbers == [-1, 0, 1, 2, 3, 4])
    #expect((0..<1000).allSatisfy { _ in (0..<1).contains(random.fraction()) })
  }
}
