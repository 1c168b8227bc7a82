import Journal
import Testing

@Suite("Numbers for people")
struct NumberTextTests {
  @Test(
    "whole without decimals, else two at most",
    arguments: [
      (2, "2"), (1.5, "1.5"), (0.333, "0.33"), (0.05, "0.05"), (-0.5, "-0.5"), (-2.25, "-2.25"),
      (0, "0"), (-0.001, "0"), (1.999, "2"), (83.333333, "83.33"), (1e6, "1000000"),
      (123_456_789_012, "123456789012"), (1e300, "1e+300"),
    ] as [(Double, String)])
  func text(_ number: Double, _ expected: String) {
    #expect(NumberText.of(number) == expected)
  }
}
