import Testing

@testable import Media

@Suite("Hostile EXIF")
struct HostileExifTests {
  @Test("directories that lead to each other are read once")
  func cycles() {
    var builder = ExifBuilder.phone()
    // Both point to the first directory.
    builder.exif.append((.exifDirectory, .long(8)))
    builder.gps.append((.gpsDirectory, .long(8)))
    #expect(details(builder.bytes)?.make == "Apfel")
    let itself: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 0, 0, 8, 0, 0, 0]
    #expect(TIFFStructure(ByteSource(itself).all)?.directories.count == 1)
  }

  @Test("directories in directories are followed four deep")
  func depth() throws {
    // Each directory has one entry, which leads to the next.
    var bytes: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0]
    for level in 1...10 {
      bytes += [1, 0] + TIFFTag.exifDirectory.rawValue.littleEndianBytes + [4, 0, 1, 0, 0, 0]
      bytes += UInt32(8 + level * 18).littleEndianBytes + [0, 0, 0, 0]
    }
    let tiff = try #require(TIFFStructure(ByteSource(bytes).all))
    #expect(tiff.directories.count == TIFFStructure.greatestDepth)
  }

  @Test("of 10,000 entries 1,000 are read")
  func manyEntries() throws {
    var builder = ExifBuilder()
    let filler = (0..<10_000).map {
      (TIFFTag(rawValue: UInt16($0 + 1000)), ExifBuilder.Value.short(1))
    }
    builder.picture = [(.make, .ascii("Apfel"))] + filler + [(.model, .ascii("late"))]
    let tiff = try #require(TIFFStructure(ByteSource(builder.bytes).all))
    #expect(tiff.directories.first?.directory.entries.count == TIFFStructure.mostEntries)
    #expect(details(builder.bytes)?.make == "Apfel")
    #expect(details(builder.bytes)?.model == nil)
  }

  @Test(
    "values that claim what is not there are nil",
    arguments: [
      ExifBuilder.Value.raw(type: 2, count: .max, field: 8),
      .raw(type: 2, count: 100, field: .max), .raw(type: 5, count: .max, field: .max),
      .raw(type: 99, count: 1, field: 0), .raw(type: 0, count: 0, field: 0),
      .raw(type: 3, count: 0, field: 1),
    ])
  func claims(value: ExifBuilder.Value) {
    var builder = ExifBuilder()
    builder.picture = [(.model, .ascii("Phone")), (.orientation, value)]
    builder.exif = [(.dateTimeOriginal, value), (.fNumber, value), (.sensitivity, value)]
    builder.gps = [(.latitude, value), (.longitude, value), (.altitude, value)]
    let found = details(builder.bytes)
    #expect(found?.model == "Phone")
    #expect(found?.fNumber == nil)
    #expect(found?.iso == nil)
    #expect(found?.position == nil)
    #expect(found?.orientation == nil)
  }

  @Test("a structure cut off anywhere gives what is left of it")
  func truncated() {
    let bytes = ExifBuilder.phone().bytes
    for length in 0..<bytes.count { _ = details(Array(bytes[..<length])) }
    #expect(details(Array(bytes[..<7])) == nil)
    #expect(details(Array(bytes.dropLast())) != nil)
  }
}

extension ExifBuilder.Value: CustomTestStringConvertible {
  var testDescription: String { "\(self)" }
}
