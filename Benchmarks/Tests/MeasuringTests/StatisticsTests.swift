import Measuring
import Testing

@Suite struct StatisticsTests {
  @Test("the median is the middle, or between the two middle ones")
  func median() {
    #expect(Spread([3, 1, 2])?.median == 2)
    #expect(Spread([4, 1, 3, 2])?.median == 2.5)
    #expect(Spread([3, 1, 2])?.minimum == 1)
    #expect(Spread([3, 1, 2])?.maximum == 3)
    #expect(Spread([]) == nil)
  }

  @Test("a machine that gets slower on the way does not move the ratio within the rounds")
  func drift() throws {
    let ratio = try #require(Ratio([2, 4, 80], over: [1, 2, 40]))
    #expect(ratio.ofRounds == 2)
    #expect(ratio.ofMedians == 2)
    let uneven = try #require(Ratio([1, 1, 9], over: [2, 1, 3]))
    #expect(uneven.ofMedians == 0.5)
    #expect(uneven.ofRounds == 1)
    #expect(Ratio([1], over: [1, 2]) == nil)
    #expect(Ratio([], over: []) == nil)
  }
}
