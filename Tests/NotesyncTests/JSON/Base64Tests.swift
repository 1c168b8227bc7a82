import Foundation
import TestSupport
import Testing

@testable import Notesync

private func encoded(_ bytes: [UInt8], cuts: [Int] = []) -> String {
  var encoder = Base64Encoder()
  var output: [UInt8] = []
  var start = 0
  for cut in cuts.sorted() + [bytes.count] {
    bytes[start..<cut].withUnsafeBufferPointer { encoder.write($0, into: &output) }
    start = cut
  }
  encoder.finish(into: &output)
  return String(decoding: output, as: UTF8.self)
}

private func decoded(_ text: [UInt8], cuts: [Int] = []) -> [UInt8]? {
  var decoder = Base64Decoder()
  var output: [UInt8] = []
  var start = 0
  for cut in cuts.sorted() + [text.count] {
    text[start..<cut].withUnsafeBufferPointer { decoder.read($0, into: &output) }
    start = cut
  }
  return decoder.isComplete ? output : nil
}

@Suite("Base64")
struct Base64Tests {
  @Test("any bytes, in any pieces, become what another encoder makes of them, and come back")
  func roundTrip() throws {
    try withSeed { generator, _ in
      for count in Array(0...40) + [1_000, 4_099] {
        let bytes = generator.bytes(count: count)
        let cuts = (0..<3).map { _ in Int.random(in: 0...count, using: &generator) }
        let text = Data(bytes).base64EncodedString()
        #expect(encoded(bytes, cuts: cuts) == text)
        #expect(Base64Encoder.length(of: Int64(count)) == Int64(text.utf8.count))
        let textCuts = (0..<3).map { _ in Int.random(in: 0...text.utf8.count, using: &generator) }
        #expect(decoded(Array(text.utf8), cuts: textCuts) == bytes)
      }
    }
  }

  @Test(
    "only padded text of the standard alphabet is base64",
    arguments: [
      "A", "AA", "AAA", "AA=", "A===", "====", "=AAA", "AA=A", "AAA=AAAA", "AAAA=", "AA==AAAA",
      "AA\nAA", " AAAA", "AAAA\n", "AA-_", "data:image/png;base64,AAAA", "AAAé",
    ])
  func strict(_ text: String) {
    #expect(decoded(Array(text.utf8)) == nil)
  }

  @Test("an empty text is an empty file")
  func empty() {
    #expect(decoded([]) == [])
  }
}
