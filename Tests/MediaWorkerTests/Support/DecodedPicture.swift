import CVips
import Testing

/// A variant's pixels, decoded in the test itself.
struct DecodedPicture {
  let width: Int
  let height: Int
  private let bands: Int
  private let pixels: [UInt8]

  private static let isStarted = tl_vips_start("tests") == 0

  init(_ bytes: [UInt8]) throws {
    try #require(Self.isStarted)
    let image = try bytes.withUnsafeBytes { buffer in
      let lazy = try #require(tl_vips_open(buffer.baseAddress, buffer.count))
      defer { tl_vips_release(lazy) }
      return try #require(vips_image_copy_memory(lazy))
    }
    defer { tl_vips_release(image) }
    width = Int(image.pointee.Xsize)
    height = Int(image.pointee.Ysize)
    bands = Int(image.pointee.Bands)
    try #require(image.pointee.BandFmt == VIPS_FORMAT_UCHAR)
    let data = try #require(vips_image_get_data(image))
    pixels = Array(UnsafeRawBufferPointer(start: data, count: width * height * bands))
  }

  /// Red, green, blue and whatever else there is, at a place in parts of width and height.
  func pixel(_ x: Double, _ y: Double) -> [Int] {
    let place = (Int(y * Double(height)) * width + Int(x * Double(width))) * bands
    return pixels[place..<place + bands].map(Int.init)
  }

  /// The names of the colours of the four quarters, row by row.
  var quarters: [String] {
    [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)].map { place in
      let pixel = pixel(place.0, place.1)
      let nearest = Self.colours.min { distance($0.rgb, pixel) < distance($1.rgb, pixel) }
      return nearest?.name ?? ""
    }
  }

  private static let colours: [(name: String, rgb: [Int])] = [
    ("red", [220, 40, 40]), ("green", [40, 180, 60]), ("blue", [40, 60, 210]),
    ("yellow", [230, 220, 60]), ("black", [0, 0, 0]), ("white", [255, 255, 255]),
    ("grey", [128, 128, 128]),
  ]
}

/// The sum of the differences.
func distance(_ a: [Int], _ b: [Int]) -> Int { zip(a, b).reduce(0) { $0 + abs($1.0 - $1.1) } }
