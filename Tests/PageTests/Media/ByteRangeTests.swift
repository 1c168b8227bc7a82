import Testing

@testable import Page

@Suite("Ranges of bytes")
struct ByteRangeTests {
  @Test(
    "a range is read as RFC 9110 says",
    arguments: [
      (nil, .whole), ("bytes=0-0", .part(0..<1)), ("bytes=0-", .part(0..<10)),
      ("bytes=5-99", .part(5..<10)), ("bytes=-3", .part(7..<10)), ("bytes=-99", .part(0..<10)),
      ("bytes=10-", .unsatisfiable), ("bytes=-0", .unsatisfiable), ("bytes=3-2", .whole),
      ("bytes=", .whole), ("bytes=-", .whole), ("bytes=0-1,3-4", .whole), ("items=0-1", .whole),
      ("bytes=99999999999999999999-", .unsatisfiable),
      ("bytes=0-99999999999999999999", .part(0..<10)),
      ("bytes=a-b", .whole),
    ] as [(String?, ByteRange)])
  func ranges(field: String?, range: ByteRange) {
    #expect(ByteRange(field, size: 10) == range)
  }

  @Test("nothing of an empty file can be asked for")
  func empty() {
    #expect(ByteRange("bytes=0-", size: 0) == .unsatisfiable)
    #expect(ByteRange("bytes=-5", size: 0) == .unsatisfiable)
    #expect(ByteRange(nil, size: 0) == .whole)
  }
}
