import Measuring
import Testing

@Suite struct DecimalTextTests {
  @Test(
    "numbers are rounded and padded",
    arguments: [
      (0.0, 2, "0.00"), (0.005, 2, "0.01"), (1.999, 2, "2.00"), (12.34, 1, "12.3"),
      (-0.5, 1, "-0.5"), (-0.001, 2, "0.00"), (155.4, 0, "155"), (0.066, 3, "0.066"),
    ])
  func text(number: Double, places: Int, expected: String) {
    #expect(decimalText(number, places: places) == expected)
  }
}
