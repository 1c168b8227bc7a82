internal import VaultFormat

/// What a camera wrote about a photo.
///
/// A value that is not there, or out of its range, is nil.
package struct PhotoDetails: Hashable, Sendable {
  package var original: CameraTime?
  package var digitized: CameraTime?
  /// When the file was changed.
  package var modified: CameraTime?
  package var position: GeoPosition?
  /// The time of the satellites, in seconds since 1970-01-01T00:00:00Z.
  package var gpsTime: Int64?
  package var make: String?
  package var model: String?
  /// The exposure in seconds.
  package var exposureTime: Double?
  package var fNumber: Double?
  /// In millimetres.
  package var focalLength: Double?
  /// In millimetres, of a lens with the same view on film of 35 mm.
  package var focalLength35mm: Int?
  package var iso: Int?
  package var orientation: PictureOrientation?
  /// EXIF's ImageUniqueID in lower case, which a picture keeps whatever its file.
  package var uniqueID: String?

  package init() {}
}

extension PhotoDetails {
  /// What a phone wrote about a film: position, device and time; nil if it wrote nothing.
  init?(film file: ByteSlice) {
    guard let movie = ISOMovie(file) else { return nil }
    self.init()
    let boxes = ([movie.box] + movie.tracks.map(\.box)).flatMap { $0.children.first(8, "meta") }
    // Keys say more than user data, and come first.
    for box in boxes + ISOBoxes(file).first(8, "meta") { readKeys(box) }
    for parent in [movie.box] + movie.tracks.map(\.box) {
      for box in parent.children.first(8, "udta") { readUserData(box) }
    }
    if self == PhotoDetails() { return nil }
  }

  private mutating func readUserData(_ box: ISOBox) {
    for child in box.children {
      switch child.type {
      // Behind a length and a language of two bytes each.
      case "©xyz": addPosition(child.content.rest(from: 4))
      case "loci": addPosition(loci: child)
      case "meta": readKeys(child)
      default: break
      }
    }
  }

  /// Three numbers of 16.16 bits behind a name and a role (3GPP TS 26.244, section 8.10).
  private mutating func addPosition(loci box: ISOBox) {
    guard position == nil, let content = box.full?.content else { return }
    var cursor = ByteCursor(content.prefix(1024))
    guard cursor.take(2) != nil else { return }
    _ = cursor.takeText()
    func degrees(_ raw: UInt64) -> Double {
      Double(Int32(bitPattern: UInt32(truncatingIfNeeded: raw))) / 65_536
    }
    guard cursor.take(1) != nil, let longitude = cursor.big(4), let latitude = cursor.big(4) else {
      return
    }
    let altitude = cursor.big(4).map(degrees)
    position = GeoPosition(
      latitude: degrees(latitude), longitude: degrees(longitude), altitude: altitude)
  }

  private mutating func addPosition(_ text: ByteSlice?) {
    guard position == nil, let text else { return }
    position = GeoPosition(iso6709: String(decoding: text.prefix(64), as: UTF8.self))
  }

  /// Keys by number, and values that name their key by it (QuickTime File Format, "Metadata").
  private mutating func readKeys(_ meta: ISOBox) {
    let children = meta.metaChildren
    var names: [UInt32: String] = [:]
    for (index, key) in ISOBoxes(children.first("keys")?.content.rest(from: 8) ?? .empty)
      .enumerated().prefix(256)
    {
      names[UInt32(truncatingIfNeeded: index + 1)] = String(
        decoding: key.content.prefix(256), as: UTF8.self)
    }
    for item in children.first("ilst")?.children ?? ISOBoxes(.empty) {
      // Behind the type and the language of the value.
      guard let value = item.children.first("data")?.content.rest(from: 8) else { continue }
      let text = String(decoding: value.prefix(256), as: UTF8.self)
      switch names[item.type.value] {
      case "com.apple.quicktime.location.ISO6709"?: addPosition(value)
      case "com.apple.quicktime.make"?: make = text
      case "com.apple.quicktime.model"?: model = text
      case "com.apple.quicktime.creationdate"?:
        // `2020-11-20T18:03:11+0100`.
        original = CameraTime(
          String(text.prefix(19)), fraction: nil, offset: String(text.dropFirst(19)))
      default: if item.type == "©xyz" { addPosition(value) }
      }
    }
  }
}

extension GeoPosition {
  /// Parses `+48.8566+002.3522+035.0/` (ISO 6709, annex H, in degrees).
  init?(iso6709 text: String) {
    var numbers: [String] = []
    for character in text.unicodeScalars {
      if character == "+" || character == "-" {
        numbers.append(String(character))
      } else if "0"..."9" ~= character || character == "." {
        guard let last = numbers.indices.last else { return nil }
        numbers[last].unicodeScalars.append(character)
      } else {
        break
      }
    }
    guard numbers.count >= 2, let latitude = Double(numbers[0]), let longitude = Double(numbers[1])
    else { return nil }
    self.init(
      latitude: latitude, longitude: longitude,
      altitude: numbers.count > 2 ? Double(numbers[2]) : nil)
  }
}

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
