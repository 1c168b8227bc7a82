import Testing

@testable import bench

@Suite struct BenchOptionsTests {
  private let required = ["--package", "/x", "--built-tl", "/y/tl"]

  @Test("a run without options is complete, any smaller one is not")
  func completeness() throws {
    #expect(try #require(BenchOptions(words: required[...])).isComplete)
    for less in [["--quick"], ["--notes", "1000"], ["--only", "list"], ["--rounds", "14"]] {
      let options = try #require(BenchOptions(words: (required + less)[...]))
      #expect(!options.isComplete)
      #expect(options.typed == less)
    }
  }

  @Test("a run without the million notes is complete too")
  func withoutMillion() throws {
    let options = try #require(BenchOptions(words: (required + ["--without", "million"])[...]))
    #expect(!options.sections.contains(.million))
    #expect(options.isComplete)
    let less = try #require(BenchOptions(words: (required + ["--without", "million,add"])[...]))
    #expect(!less.isComplete)
  }

  @Test("another program is named in the report without its folder")
  func otherProgram() throws {
    let options = try #require(BenchOptions(words: ["--package", "/x", "--tl", "/home/me/tl2"]))
    #expect(options.tl == "/home/me/tl2")
    #expect(options.typed == ["--tl", "tl2"])
  }

  @Test(
    "words that make no sense are refused",
    arguments: [
      ["--rounds"], ["--rounds", "0"], ["--rounds", "x"], ["--only", "lists"], ["--only", ""],
      ["--without", "x"],
      ["--fast"], ["list"],
    ])
  func nonsense(words: [String]) {
    #expect(BenchOptions(words: (required + words)[...]) == nil)
  }

  @Test("without a program there is nothing to measure")
  func noProgram() {
    #expect(BenchOptions(words: ["--package", "/x"]) == nil)
  }
}
