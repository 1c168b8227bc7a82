import Media
import Testing

@Suite("Metadata of variants")
struct VariantMetadataTests {
  @Test(
    "nothing is left of position, names, dates, comments and profiles",
    arguments: ["gps.jpg", "gps.png", "gps.webp", "gps.heic", "gps.avif"])
  func nothingIsLeft(name: String) async throws {
    let original = try Fixture.bytes(name)
    #expect(MediaFacts(of: ByteSource(original)).details?.position != nil)
    #expect(original.contains("Apfel"))
    let fixture = try WorkerFixture()
    for edge in VariantEdge.allCases {
      let bytes = try await fixture.variant(edge, of: original).bytes
      #expect(
        Set(chunks(bytes)).isSubset(of: ["VP8X", "ALPH", "VP8 ", "VP8L"]), "\(chunks(bytes))")
      for text in [
        "Exif", "EXIF", "GPS", "Apfel", "Somebody", "2020:11:20", "maker notes", "private comment",
        "xmpmeta", "ns.adobe.com", "acsp", "wide", "ICCP", "II*\0", "MM\0*",
      ] {
        #expect(!bytes.contains(text), "\(text)")
      }
      #expect(MediaFacts(of: ByteSource(bytes)).details == nil)
      #expect(PlainWebP.size(of: bytes) != nil)
    }
  }

  /// The names of the chunks, read here by hand.
  private func chunks(_ bytes: [UInt8]) -> [String] {
    var names: [String] = []
    var place = 12
    while place + 8 <= bytes.count {
      names.append(String(decoding: bytes[place..<place + 4], as: UTF8.self))
      let length = (0..<4).reduce(0) { $0 | Int(bytes[place + 4 + $1]) << (8 * $1) }
      place += 8 + length + length % 2
    }
    return names
  }
}
