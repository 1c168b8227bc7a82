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
