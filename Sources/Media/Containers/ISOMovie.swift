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

/// Adds up the fragments of a fragmented MP4 file (ISO/IEC 14496-12, section 8.8).
struct FragmentTimeline {
  private struct Track {
    var scale: UInt32
    var defaultDuration: UInt64 = 0
    /// In units of the track: the end of the last fragment.
    var end: UInt64 = 0
  }

  private var tracks: [UInt32: Track] = [:]

  /// - Parameter extends: the box `mvex`, with the defaults of the tracks.
  init(tracks: [ISOMovie.Track], extends: ISOBox?) {
    for track in tracks {
      guard let (version, _, header) = track.box.children.first("tkhd")?.full,
        let id = header.big32(version == 1 ? 16 : 8),
        let (scale, _) = ISOMovie.timing(track.box.children.first("mdia")?.children.first("mdhd"))
      else { continue }
      self.tracks[id] = Track(scale: scale)
    }
    for box in extends?.children ?? ISOBoxes(.empty) where box.type == "trex" {
      guard let (_, _, content) = box.full, let id = content.big32(0),
        let duration = content.big32(8)
      else { continue }
      self.tracks[id]?.defaultDuration = UInt64(duration)
    }
  }

  /// In milliseconds; nil before the first fragment.
  var end: Int64? {
    let ends = tracks.values.compactMap { milliseconds($0.end, $0.scale) }
    return ends.max().flatMap { $0 > 0 ? $0 : nil }
  }

  mutating func add(_ fragment: ISOBox) {
    for part in fragment.children where part.type == "traf" {
      guard let (_, flags, header) = part.children.first("tfhd")?.full, let id = header.big32(0),
        var track = tracks[id]
      else { continue }
      var duration = track.defaultDuration
      if flags & 0x08 != 0 {
        // Behind the id: the base of offsets and the index of the description, where they are there.
        let skipped: Int64 = 4 + (flags & 0x01 != 0 ? 8 : 0) + (flags & 0x02 != 0 ? 4 : 0)
        duration = header.big(skipped, 4) ?? duration
      }
      if let (version, _, content) = part.children.first("tfdt")?.full,
        let start = content.big(0, version == 1 ? 8 : 4)
      {
        track.end = start
      }
      for run in part.children where run.type == "trun" {
        track.end = track.end &+ Self.length(of: run, defaultDuration: duration)
      }
      tracks[id] = track
    }
  }

  /// The samples of one run that are looked at.
  private static let mostSamples = 10_000

  private static func length(of run: ISOBox, defaultDuration: UInt64) -> UInt64 {
    guard let (_, flags, content) = run.full, let count = content.big32(0) else { return 0 }
    guard flags & 0x100 != 0 else { return UInt64(count) &* defaultDuration }
    let header = 4 + (flags & 0x01 != 0 ? 4 : 0) + (flags & 0x04 != 0 ? 4 : 0)
    // Each of duration, size, flags and offset has four bytes, where it is there.
    let size = 4 * (flags & 0xF00).nonzeroBitCount
    let samples = min(Int(count), mostSamples)
    guard let table = content.bytes(Int64(header), samples * size) else { return 0 }
    return stride(from: 0, to: table.count, by: size)
      .reduce(0) { $0 &+ table[$1..<$1 + 4].bigEndian }
  }
}
