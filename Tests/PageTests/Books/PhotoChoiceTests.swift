import Testing

@testable import Page

@Suite("Which photos of a note are in a book")
struct PhotoChoiceTests {
  @Test(
    "what is chosen stays in its order, what is new comes behind it",
    arguments: [
      (nil, ["a", "b", "c"], nil), (nil, ["c", "a"], ["a", "c"]), (nil, [], []),
      (["c", "a"], ["a", "c"], ["c", "a"]), (["c", "a"], ["a", "b", "c"], ["c", "a", "b"]),
      (["b"], ["a"], ["a"]), (["A", "x"], ["a", "b"], ["A", "x", "b"]), (["x"], ["y"], ["x"]),
      (["a"], ["a", "b", "c"], nil),
    ] as [([String]?, [String], [String]?)])
  func choosing(_ written: [String]?, _ chosen: [String], _ expected: [String]?) {
    #expect(PhotoChoice(written, of: ["a", "b", "c"]).choosing(chosen) == expected)
  }
}
