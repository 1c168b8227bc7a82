/// The items of a HEIC or AVIF file (ISO/IEC 23008-12), as its `meta` box lists them.
struct HEIFItems {
  private let file: ByteSlice
  private let primary: UInt32
  private var types: [UInt32: FourCC] = [:]
  private var locations: [UInt32: [ByteSlice]] = [:]
  private let properties: ISOBox?
  /// Whether the tables were read to their ends, so that no item of metadata is missed.
  private var isRead = (types: false, locations: false)
  /// The items with a part that is not found.
  private var elsewhere: Set<UInt32> = []

  /// A picture of tiles has an item for each, a few hundred at most.
  private static let mostItems = 4096
  /// The most bytes of a table that is read at once.
  private static let largestTable = 1 << 20

  init?(_ file: ByteSlice) {
    guard let meta = ISOBoxes(file).first("meta"),
      let children = meta.full.map({ ISOBoxes($0.content) }),
      let (version, _, content) = children.first("pitm")?.full,
      let primary = content.big(0, version == 0 ? 2 : 4)
    else { return nil }
    self.file = file
    self.primary = UInt32(truncatingIfNeeded: primary)
    properties = children.first("iprp")
    readTypes(children.first("iinf"))
    readLocations(children.first("iloc"), data: children.first("idat")?.content)
  }

  /// ISO/IEC 14496-12, section 8.11.6.
  private mutating func readTypes(_ box: ISOBox?) {
    guard let (version, _, content) = box?.full,
      let entries = content.rest(from: version == 0 ? 2 : 4)
    else { return }
    let boxes = Array(ISOBoxes(entries).prefix(Self.mostItems + 1))
    isRead.types = boxes.count <= Self.mostItems
    for entry in boxes where entry.type == "infe" {
      guard let (version, _, content) = entry.full, version == 2 || version == 3 else { continue }
      let width: Int64 = version == 2 ? 2 : 4
      guard let id = content.big(0, Int(width)), let type = content.code(width + 2) else {
        continue
      }
      types[UInt32(truncatingIfNeeded: id)] = type
    }
  }

  /// ISO/IEC 14496-12, section 8.11.3.
  private mutating func readLocations(_ box: ISOBox?, data: ByteSlice?) {
    guard let (version, _, content) = box?.full, version <= 2,
      let table = content.bytes(limit: Self.largestTable)
    else { return }
    var cursor = ByteCursor(table)
    guard let sizes = cursor.int(2), let count = cursor.int(version == 2 ? 4 : 2) else { return }
    let (offsetSize, lengthSize) = (sizes >> 12, sizes >> 8 & 15)
    let (baseSize, indexSize) = (sizes >> 4 & 15, version == 0 ? 0 : sizes & 15)
    guard [offsetSize, lengthSize, baseSize, indexSize].allSatisfy({ $0 <= 8 }) else { return }
    for _ in 0..<min(count, Self.mostItems) {
      guard let id = cursor.big(version == 2 ? 4 : 2),
        let method = version == 0 ? 0 : cursor.int(2), cursor.take(2) != nil,
        let base = cursor.big(baseSize), let extents = cursor.int(2)
      else { return }
      let place = method & 15 == 0 ? file : method & 15 == 1 ? data : nil
      var slices: [ByteSlice] = []
      for _ in 0..<extents {
        guard cursor.take(indexSize) != nil, let offset = cursor.big(offsetSize),
          let length = cursor.big(lengthSize)
        else { return }
        if let slice = Self.extent(place, base, offset, length) {
          slices.append(slice)
        } else {
          elsewhere.insert(UInt32(truncatingIfNeeded: id))
        }
        // No extent has size 0: a table that says so has nothing to say.
        if offsetSize + lengthSize + indexSize == 0 { break }
      }
      locations[UInt32(truncatingIfNeeded: id)] = slices
    }
    isRead.locations = count <= Self.mostItems
  }

  private static func extent(
    _ place: ByteSlice?, _ base: UInt64, _ offset: UInt64, _ length: UInt64
  ) -> ByteSlice? {
    guard let place, let base = Int64(exactly: base), let offset = Int64(exactly: offset),
      let start = base.adding(offset), let length = Int64(exactly: length)
    else { return nil }
    return length == 0 ? place.rest(from: start) : place.slice(start, length)
  }
}

// MARK: - Metadata

extension HEIFItems {
  /// The extents of each item of EXIF.
  var exifItems: [[ByteSlice]] {
    types.filter { $0.value == "Exif" }.keys.sorted().compactMap { locations[$0] }
  }

  /// The extents of each item of XMP or of another text about the picture.
  var textItems: [[ByteSlice]] {
    types.filter { $0.value == "mime" || $0.value == "uri " }.keys.sorted()
      .compactMap { locations[$0] }
  }

  /// Whether all metadata of the pictures is in `exifItems` and `textItems`, with its places.
  var isUnderstood: Bool {
    isRead.types && isRead.locations
      && types.allSatisfy { id, type in
        !["Exif", "mime", "uri "].contains(type)
          || locations[id] != nil && !elsewhere.contains(id)
      }
  }

  /// Whether a range holds bytes of an item that is no metadata.
  func isPicture(_ range: Range<Int64>) -> Bool {
    locations.contains { id, extents in
      guard let type = types[id], type != "Exif", type != "mime", type != "uri " else {
        return false
      }
      return extents.contains { $0.range.overlaps(range) }
    }
  }

  /// The TIFF structure of the first item of EXIF in one piece, which a number before it says how to find.
  static func exif(in item: [ByteSlice]) -> ByteSlice? {
    guard item.count == 1, let extent = item.first, let skipped = extent.big32(0) else {
      return nil
    }
    return extent.rest(from: 4 + Int64(skipped))
  }
}

// MARK: - Size

extension HEIFItems {
  /// The size of the primary item, after the properties that crop, turn and mirror it, in their order.
  var primarySize: PictureSize? {
    guard let properties, let container = properties.children.first("ipco") else { return nil }
    let all = Array(container.children.prefix(Self.mostItems))
    var stored: (width: Int, height: Int)?
    var orientation = PictureOrientation.upright
    for index in associations where index >= 1 && index <= all.count {
      let property = all[index - 1]
      switch property.type {
      case "ispe":
        guard let content = property.full?.content, let width = content.big32(0),
          let height = content.big32(4)
        else { return nil }
        stored = (Int(width), Int(height))
      case "clap": stored = Self.cropped(property.content) ?? stored
      case "irot":
        // Quarter turns to the left.
        for _ in 0..<(property.content.byte(0) ?? 0) & 3 {
          orientation = orientation.followed(by: .turnedLeft)
        }
      case "imir":
        let isSideways = (property.content.byte(0) ?? 0) & 1 == 1
        orientation = orientation.followed(by: isSideways ? .mirrored : .flipped)
      default: break
      }
    }
    return stored.map { PictureSize(stored: $0, orientation) }
  }

  /// Columns and rows of a clean aperture, two fractions.
  private static func cropped(_ content: ByteSlice) -> (width: Int, height: Int)? {
    guard let width = content.big32(0), let widthParts = content.big32(4),
      let height = content.big32(8), let heightParts = content.big32(12), widthParts > 0,
      heightParts > 0, width >= widthParts, height >= heightParts
    else { return nil }
    return (Int(width / widthParts), Int(height / heightParts))
  }

  /// The indices of the primary item's properties, from 1 on (section 9.3).
  private var associations: [Int] {
    guard let (version, flags, content) = properties?.children.first("ipma")?.full,
      let table = content.bytes(limit: Self.largestTable)
    else { return [] }
    var cursor = ByteCursor(table)
    let width = flags & 1 == 1 ? 2 : 1
    for _ in 0..<min(cursor.int(4) ?? 0, Self.mostItems) {
      guard let id = cursor.big(version == 0 ? 2 : 4), let count = cursor.int(1) else { return [] }
      var indices: [Int] = []
      for _ in 0..<count {
        // The highest bit says whether a reader has to know the property.
        guard let index = cursor.int(width) else { return [] }
        indices.append(index & (width == 2 ? 0x7FFF : 0x7F))
      }
      if id == UInt64(primary) { return indices }
    }
    return []
  }
}
