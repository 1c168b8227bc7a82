internal import CVips

/// A picture of libvips, freed on deinit.
final class VipsPicture {
  typealias Raw = UnsafeMutablePointer<VipsImage>

  private let raw: Raw

  private init(takingOwnershipOf raw: Raw) {
    self.raw = raw
  }

  deinit {
    tl_vips_release(raw)
  }

  /// Any error of libvips; its words may come from the picture and are not kept.
  struct Failure: Error {}

  /// Reads the header alone.
  convenience init(headerOf bytes: UnsafeRawBufferPointer) throws(Failure) {
    guard let raw = tl_vips_open(bytes.baseAddress, bytes.count) else { throw Self.failure() }
    self.init(takingOwnershipOf: raw)
  }

  /// Decodes a picture to at most `edge` pixels wide and high, upright, in 8 bits of sRGB or grey.
  ///
  /// - Parameter header: of the same bytes.
  convenience init(
    decoding bytes: UnsafeRawBufferPointer, _ header: VipsPicture, edge: Int
  ) throws(Failure) {
    let converts = tl_vips_has_profile(header.raw)
    let factor = Self.jpegFactor(bytes, header, edge: edge)
    let shrunk = try Self.result {
      factor > 1
        ? tl_vips_thumbnail_jpeg(bytes.baseAddress, bytes.count, &$0, Int32(edge), converts, factor)
        : tl_vips_thumbnail(bytes.baseAddress, bytes.count, &$0, Int32(edge), converts)
    }
    let coloured = try Self.result { tl_vips_to_srgb(shrunk.raw, &$0) }
    let narrow = try Self.result { tl_vips_to_bytes(coloured.raw, &$0) }
    // Only now are the pixels computed, once for all that is made of them.
    guard let raw = vips_image_copy_memory(narrow.raw) else { throw Self.failure() }
    self.init(takingOwnershipOf: raw)
  }

  /// By how much the decoder of JPEG shrinks the picture; 1 for other formats.
  ///
  /// libvips by itself takes half of that, and so decodes four times the pixels of a photo of 12 megapixels.
  private static func jpegFactor(
    _ bytes: UnsafeRawBufferPointer, _ header: VipsPicture, edge: Int
  ) -> Int32 {
    guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return 1 }
    let (width, height) = header.storedSize
    return [8, 4, 2].first { max(width, height) >= edge * Int($0) } ?? 1
  }

  private static func result(_ operation: (inout Raw?) -> Int32) throws(Failure) -> VipsPicture {
    var raw: Raw?
    guard operation(&raw) == 0, let raw else { throw failure() }
    return VipsPicture(takingOwnershipOf: raw)
  }

  /// libvips adds each message to those before.
  private static func failure() -> Failure {
    vips_error_clear()
    return Failure()
  }
}

extension VipsPicture {
  /// The stored size, except that the decoders of HEIC and AVIF rotate by themselves.
  var storedSize: (width: Int, height: Int) { (Int(raw.pointee.Xsize), Int(raw.pointee.Ysize)) }

  /// The size of a stored picture after rotation.
  var uprightSize: (width: Int, height: Int) {
    let (width, height) = storedSize
    return vips_image_get_orientation_swap(raw) != 0 ? (height, width) : (width, height)
  }

  func shrunk(edge: Int) throws(Failure) -> VipsPicture {
    let small = try Self.result { tl_vips_shrink(raw, &$0, Int32(edge)) }
    guard let pixels = vips_image_copy_memory(small.raw) else { throw Self.failure() }
    return VipsPicture(takingOwnershipOf: pixels)
  }

  /// A copy without EXIF, XMP, colour profile and all else that is no property of the pixels.
  ///
  /// It is sRGB, which browsers take WebP without a profile for.
  func withoutMetadata() throws(Failure) -> VipsPicture {
    let copy = try Self.result { tl_vips_copy(raw, &$0) }
    guard let fields = vips_image_get_fields(copy.raw) else { return copy }
    defer { g_strfreev(fields) }
    var next = fields
    while let name = next.pointee {
      // False for the properties of the pixels, which stay.
      _ = vips_image_remove(copy.raw, name)
      next += 1
    }
    return copy
  }

  /// Where libvips finds skin, strong colours and edges, in pixels; nil if it does not say.
  var focus: (x: Int, y: Int)? {
    var (x, y): (Int32, Int32) = (0, 0)
    guard tl_vips_attention(raw, &x, &y) == 0 else {
      vips_error_clear()
      return nil
    }
    return (Int(x), Int(y))
  }

  func webP(quality: Int) throws(Failure) -> [UInt8] {
    try saved { tl_vips_save_webp(raw, &$0, &$1, Int32(quality)) }
  }

  func jpeg(quality: Int) throws(Failure) -> [UInt8] {
    try saved { tl_vips_save_jpeg(raw, &$0, &$1, Int32(quality)) }
  }

  private func saved(
    _ operation: (inout UnsafeMutableRawPointer?, inout Int) -> Int32
  ) throws(Failure) -> [UInt8] {
    var bytes: UnsafeMutableRawPointer?
    var count = 0
    guard operation(&bytes, &count) == 0, let bytes else { throw Self.failure() }
    defer { g_free(bytes) }
    return Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  /// The picture without its last band if that says how opaque it is.
  func withoutTransparency() throws(Failure) -> VipsPicture {
    let bands = raw.pointee.Bands
    guard bands == 2 || bands == 4 else { return self }
    return try Self.result { tl_vips_first_bands(raw, &$0, bands - 1) }
  }

  /// Calls `body` with the pixels, row by row, and how many bytes each has; nil if they are not bytes in memory.
  func withPixels<Result>(_ body: (UnsafeBufferPointer<UInt8>, _ bands: Int) -> Result) -> Result? {
    let bands = Int(raw.pointee.Bands)
    let (width, height) = storedSize
    guard raw.pointee.BandFmt == VIPS_FORMAT_UCHAR, bands > 0,
      let data = vips_image_get_data(raw)?.assumingMemoryBound(to: UInt8.self)
    else { return nil }
    return body(UnsafeBufferPointer(start: data, count: width * height * bands), bands)
  }
}

extension VipsPicture {
  /// Starts libvips with the loaders of `formats` alone, and no cache of what it has done.
  static func startLibrary() -> Bool {
    guard tl_vips_start("tl-media") == 0 else { return false }
    vips_cache_set_max(0)
    // Two workers keep two processors busy; more threads in each would only wait for each other.
    vips_concurrency_set(1)
    vips_block_untrusted_set(1)
    vips_operation_block_set("VipsForeignLoad", 1)
    for name in loaders { vips_operation_block_set(name, 0) }
    return true
  }

  private static let loaders = [
    "VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp", "VipsForeignLoadHeif",
  ]

  /// Whether libvips takes the bytes for a picture of one of the allowed formats.
  static func canLoad(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let name = vips_foreign_find_load_buffer(bytes.baseAddress, bytes.count) else {
      vips_error_clear()
      return false
    }
    return loaders.contains { String(cString: name).hasPrefix($0) }
  }
}
