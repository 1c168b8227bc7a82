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
