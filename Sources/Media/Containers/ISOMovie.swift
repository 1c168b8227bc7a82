/// The `moov` box of an MP4 or QuickTime file.
struct ISOMovie {
  let box: ISOBox
  private let file: ByteSlice

  /// Nil if there is none within the budget.
  init?(_ file: ByteSlice) {
    guard let box = ISOBoxes(file).first("moov") else { return nil }
    self.box = box
    self.file = file
  }

  struct Track {
    let box: ISOBox
    /// `vide`, `soun` or another.
    let handler: FourCC?
  }

  /// More are not looked at.
  private static let mostTracks = 64

  var tracks: [Track] {
    box.children.first(Self.mostTracks, "trak").map { track in
      let media = track.children.first("mdia")
      return Track(box: track, handler: media?.children.first("hdlr")?.content.code(8))
    }
  }

  /// Units a second, and the duration in them; nil if the box has no units.
  static func timing(_ box: ISOBox?) -> (scale: UInt32, units: UInt64)? {
    guard let (version, _, content) = box?.full else { return nil }
    let isLong = version == 1
    guard let scale = content.big32(isLong ? 16 : 8), scale > 0,
      let units = content.big(isLong ? 20 : 12, isLong ? 8 : 4)
    else { return nil }
    // All ones: the length is not known.
    let isUnknown = units == (isLong ? UInt64.max : UInt64(UInt32.max))
    return (scale, isUnknown ? 0 : units)
  }

  /// In milliseconds; nil if the file does not say.
  var duration: Int64? {
    guard let (scale, units) = Self.timing(box.children.first("mvhd")) else { return nil }
    if let known = milliseconds(units, scale), known > 0 { return known }
    let extends = box.children.first("mvex")
    if let (version, _, content) = extends?.children.first("mehd")?.full,
      let units = content.big(0, version == 1 ? 8 : 4), units > 0
    {
      return milliseconds(units, scale)
    }
    return fragmentedDuration(extends)
  }

  /// The end of the last fragment of any track, as recorders write that do not know the length before.
  private func fragmentedDuration(_ extends: ISOBox?) -> Int64? {
    var timeline = FragmentTimeline(tracks: tracks, extends: extends)
    for fragment in ISOBoxes(file) where fragment.type == "moof" { timeline.add(fragment) }
    return timeline.end
  }

  /// Columns and rows of the first track of pictures, after its rotation.
  var pictureSize: PictureSize? {
    for track in tracks where track.handler == "vide" {
      guard let (version, _, content) = track.box.children.first("tkhd")?.full else { continue }
      // Behind times, id, duration, layer, group and volume: a matrix of nine numbers, then 16.16 width and height.
      let matrix: Int64 = version == 1 ? 48 : 36
      guard let a = content.big32(matrix), let b = content.big32(matrix + 4),
        let width = content.big16(matrix + 36), let height = content.big16(matrix + 40),
        width > 0, height > 0
      else { continue }
      let isTurned = a == 0 && b != 0
      return PictureSize(
        width: Int(isTurned ? height : width), height: Int(isTurned ? width : height))
    }
    return nil
  }
}

/// In milliseconds, rounded; nil if the scale is 0 or the number too large.
func milliseconds(_ units: UInt64, _ scale: some BinaryInteger) -> Int64? {
  scale > 0 ? (Double(units) * 1000 / Double(scale)).asInt64 : nil
}
