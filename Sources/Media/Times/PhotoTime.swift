package import SystemCalls
package import VaultFormat

/// When a photo was taken, and how tl knows.
package struct PhotoTime: Hashable, Sendable {
  package enum Source: String, Hashable, Sendable {
    /// EXIF's DateTimeOriginal.
    case original
    /// EXIF's DateTimeDigitized.
    case digitized
    case name
    /// EXIF's DateTime: when the picture was changed last, as scanners and editors write it.
    case changed
    /// The modification time of the file.
    case file
  }

  /// Where the offset from UTC comes from.
  package enum ZoneSource: String, Hashable, Sendable {
    case exif
    /// The difference between the camera's clock and the satellites'.
    case gps
    case vault
  }

  package let time: NoteTime
  /// 0 to 999.
  package let millisecond: Int
  package let source: Source
  package let zoneSource: ZoneSource
}

extension PhotoTime {
  /// The first that is there of EXIF's original and digitized time, the time in the name, that of EXIF's last change, and
  /// the file's time.
  ///
  /// EXIF's time has its own offset, else the one by which it differs from GPS time, else that of `zone`. A time
  /// before there was photography, or after tomorrow, is passed over: cameras write such when their clock is not set.
  ///
  /// - Parameters:
  ///   - name: of the file, with or without its extension.
  ///   - modified: the file's time.
  ///   - now: in seconds since 1970-01-01T00:00:00Z.
  ///   - zone: of the vault.
  package init(
    details: PhotoDetails?, name: String, modified: FileTime, now: Int64, zone: TimeZoneRules
  ) {
    func exif(_ time: CameraTime?, _ source: Source) -> PhotoTime? {
      // An editor's clock has nothing to do with the satellites.
      let gpsTime = source == .changed ? nil : details?.gpsTime
      return time.flatMap { PhotoTime($0, gpsTime: gpsTime, source, zone) }
    }
    let known =
      [
        exif(details?.original, .original), exif(details?.digitized, .digitized),
        PhotoTime(name: name, zone), exif(details?.modified, .changed),
      ].compactMap(\.self).first { $0.isPlausible(now) }
    if let known {
      self = known
      return
    }
    time = NoteTime(instant: modified.seconds, zone: zone)
    millisecond = Int(modified.nanoseconds) / 1_000_000
    source = .file
    zoneSource = .vault
  }

  private init?(_ camera: CameraTime, gpsTime: Int64?, _ source: Source, _ zone: TimeZoneRules) {
    let known: (offset: Int, source: ZoneSource)? =
      camera.offset.map { ($0, .exif) }
      ?? gpsTime.flatMap { Self.offset(of: camera.local, gpsTime: $0) }.map { ($0, .gps) }
    if let known {
      guard let time = NoteTime(seconds: camera.local - Int64(known.offset), offset: known.offset)
      else { return nil }
      self.time = time
    } else {
      time = NoteTime(day: camera.day, secondOfDay: camera.secondOfDay, zone: zone)
    }
    millisecond = camera.millisecond
    self.source = source
    zoneSource = known?.source ?? .vault
  }

  private init?(name: String, _ zone: TimeZoneRules) {
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    // A name that only looks like a stem with an extension is read as it is.
    guard let found = PhotoNameTime(stem: stem) ?? PhotoNameTime(stem: name) else { return nil }
    if let second = found.secondOfDay, found.isUTC {
      let instant = Int64(found.day.number) * 86_400 + Int64(second)
      time = NoteTime(instant: instant, zone: zone)
    } else if let second = found.secondOfDay {
      time = NoteTime(day: found.day, secondOfDay: second, zone: zone)
    } else {
      time = NoteTime(day: found.day, zone: zone)
    }
    millisecond = found.millisecond
    source = .name
    zoneSource = .vault
  }

  /// The first photo that still exists is of 1826.
  private static let firstYear = 1826

  private func isPlausible(_ now: Int64) -> Bool {
    let latest = now.adding(2 * 86_400) ?? now
    return time.day.year >= Self.firstYear && time.seconds <= latest
  }

  /// The difference rounded to a quarter of an hour; nil if no zone has it: the position was of another time then.
  private static func offset(of local: Int64, gpsTime: Int64) -> Int? {
    let (difference, overflow) = local.subtractingReportingOverflow(gpsTime)
    guard !overflow, -86_400...86_400 ~= difference else { return nil }
    let quarter: Int64 = 900
    let rounded = Int((Double(difference) / Double(quarter)).rounded()) * Int(quarter)
    return CameraTime.offsets.contains(rounded) && isUsed(rounded) ? rounded : nil
  }

  /// Whole hours, and the parts of an hour that some zone of the tz database has had since 1970.
  private static func isUsed(_ offset: Int) -> Bool {
    offset % 3600 == 0 || partial.contains(offset)
  }

  private static let partial: Set<Int> = Set(
    [
      (-9, 30), (-3, 30), (-2, 30), (3, 30), (4, 30), (5, 30), (5, 45), (6, 30), (8, 30), (8, 45),
      (9, 30), (10, 30), (11, 30), (12, 45), (13, 45),
    ].map { $0 * 3600 + ($0 < 0 ? -$1 : $1) * 60 })
}
