internal import VaultFormat

extension PhotoDetails {
  /// What EXIF says; nil if the bytes are no TIFF structure.
  init?(exif bytes: ByteSlice) {
    guard let tiff = TIFFStructure(bytes) else { return nil }
    let directories = tiff.directories
    self.init()
    if let picture = directories.first(where: { $0.kind == .picture })?.directory {
      make = tiff.text(picture[.make])
      model = tiff.text(picture[.model])
      orientation = tiff.number(picture[.orientation])
        .flatMap { PictureOrientation(rawValue: Int($0)) }
    }
    // Some programs write a camera's tags into the directory of the picture.
    let sources =
      directories.filter { $0.kind == .exif } + directories.filter { $0.kind == .picture }
    func entry(_ tag: TIFFTag) -> TIFFEntry? { sources.lazy.compactMap { $0.directory[tag] }.first }
    readCamera(tiff, entry)
    readTimes(tiff, entry)
    if let gps = directories.first(where: { $0.kind == .gps })?.directory { readGPS(tiff, gps) }
  }

  private mutating func readCamera(_ tiff: TIFFStructure, _ entry: (TIFFTag) -> TIFFEntry?) {
    func fraction(_ tag: TIFFTag) -> Double? {
      tiff.fraction(entry(tag)).flatMap { 0 < $0 && $0 < 1_000_000 ? $0 : nil }
    }
    func number(_ tag: TIFFTag) -> Int? {
      tiff.number(entry(tag)).flatMap { 1...100_000_000 ~= $0 ? Int($0) : nil }
    }
    exposureTime = fraction(.exposureTime)
    fNumber = fraction(.fNumber)
    focalLength = fraction(.focalLength)
    focalLength35mm = number(.focalLength35mm)
    let short = number(.sensitivity)
    // 65535 says that the number is larger and stands elsewhere.
    let long = number(.isoSpeed) ?? number(.recommendedIndex)
    uniqueID = tiff.text(entry(.imageUniqueID), limit: 64)?.lowercased()
    iso = short == 0xFFFF ? long ?? short : short ?? long
  }

  private mutating func readTimes(_ tiff: TIFFStructure, _ entry: (TIFFTag) -> TIFFEntry?) {
    func text(_ tag: TIFFTag) -> String? { tiff.text(entry(tag), limit: 64) }
    func time(_ tag: TIFFTag, _ fraction: TIFFTag, _ offset: TIFFTag) -> CameraTime? {
      text(tag).flatMap { CameraTime($0, fraction: text(fraction), offset: text(offset)) }
    }
    original = time(.dateTimeOriginal, .subSecTimeOriginal, .offsetTimeOriginal)
    digitized = time(.dateTimeDigitized, .subSecTimeDigitized, .offsetTimeDigitized)
    modified = time(.dateTime, .subSecTime, .offsetTime)
  }

  private mutating func readGPS(_ tiff: TIFFStructure, _ gps: TIFFDirectory) {
    if let latitude = degrees(tiff, gps[.latitude], gps[.latitudeReference], "N", "S"),
      let longitude = degrees(tiff, gps[.longitude], gps[.longitudeReference], "E", "W")
    {
      let isBelow = tiff.number(gps[.altitudeReference]) == 1
      let altitude = tiff.fraction(gps[.altitude]).map { isBelow ? -$0 : $0 }
      position = GeoPosition(latitude: latitude, longitude: longitude, altitude: altitude)
    }
    guard let date = tiff.text(gps[.gpsDateStamp], limit: 64),
      let clock = tiff.fractions(gps[.gpsTimeStamp], 3),
      let day = CameraTime(date + " 00:00:00", fraction: nil, offset: nil)?.day,
      clock.allSatisfy({ $0 >= 0 }), clock[0] < 24, clock[1] < 60, clock[2] < 61
    else { return }
    let second = Int64(clock[0] * 3600 + clock[1] * 60 + clock[2])
    gpsTime = Int64(day.number) * 86_400 + second
  }

  /// Degrees, minutes and seconds with the letter of their half of the earth; nil without it.
  private func degrees(
    _ tiff: TIFFStructure, _ entry: TIFFEntry?, _ reference: TIFFEntry?, _ positive: String,
    _ negative: String
  ) -> Double? {
    guard let parts = tiff.fractions(entry, 3), let letter = tiff.text(reference)?.uppercased(),
      letter == positive || letter == negative, parts.allSatisfy({ $0 >= 0 })
    else { return nil }
    let value = parts[0] + parts[1] / 60 + parts[2] / 3600
    return letter == positive ? value : -value
  }
}

extension PhotoDetails {
  /// What a file of any format says; nil if it has neither EXIF nor the keys of a film.
  init?(_ file: ByteSlice, format: MediaFormat) {
    if [.mp4, .m4v, .m4a, .quickTime].contains(format) {
      self.init(film: file)
      return
    }
    let exif: ByteSlice? =
      switch format {
      case .jpeg: JPEGSegments(file).lazy.compactMap(\.exif).first
      case .png: PNGChunks(file).first { $0.type == "eXIf" }?.content
      case .webp:
        RIFFChunks(file).first { $0.type == "EXIF" }.map { Self.withoutPrefix($0.content) }
      case .heif, .avif: HEIFItems(file)?.exifItems.lazy.compactMap(Self.exif).first
      case .tiff: file
      default: nil
      }
    guard let exif else { return nil }
    self.init(exif: exif)
  }

  /// Some programs copy the six bytes of JPEG's segment along.
  static func withoutPrefix(_ content: ByteSlice) -> ByteSlice {
    guard content.hasPrefix(JPEGSegment.exifPrefix) else { return content }
    return content.rest(from: Int64(JPEGSegment.exifPrefix.count)) ?? content
  }

  /// The most bytes of an item in several pieces, which is put together in memory.
  private static let largestItem = 1 << 20

  private static func exif(_ item: [ByteSlice]) -> ByteSlice? {
    if let whole = HEIFItems.exif(in: item) { return whole }
    let total = item.reduce(Int64(0)) { $0.addingReportingOverflow($1.count).partialValue }
    guard item.count > 1, 0...Int64(largestItem) ~= total else { return nil }
    let bytes = item.flatMap { $0.bytes(limit: largestItem) ?? [] }
    return HEIFItems.exif(in: [ByteSource(bytes).all])
  }
}
