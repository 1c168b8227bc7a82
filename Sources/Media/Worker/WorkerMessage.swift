package import SystemCalls

/// What tl-media is asked for: 8 bytes, which are `tlm1`, the kind, a zero and a number of 16 bits, the lowest byte first;
/// with the picture's file as a passed descriptor.
package enum WorkerRequest: Hashable, Sendable {
  /// All variants of the picture.
  case picture
  /// What tl-media is kept from, tried; for tests.
  case probe
  /// A copy as JPEG or WebP whose longest side has that many pixels.
  case copy(side: Int)
  /// The pixels of the picture, whose longest side is made to have at most that many.
  case pixels(side: Int)

  package static let size = 8

  package var bytes: [UInt8] {
    let (kind, number): (UInt8, Int) =
      switch self {
      case .picture: (1, 0)
      case .probe: (2, 0)
      case .copy(let side): (3, side)
      case .pixels(let side): (4, side)
      }
    return WorkerMessage.magic + [kind, 0] + UInt16(clamping: number).littleEndianBytes
  }

  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.size, bytes.starts(with: WorkerMessage.magic) else { return nil }
    let number = Int(bytes[6..<8].littleEndian)
    switch bytes[4] {
    case 1: self = .picture
    case 2: self = .probe
    case 3 where VariantLimits.copySides.contains(number): self = .copy(side: number)
    case 4 where 1...VariantLimits.pixelSide ~= number: self = .pixels(side: number)
    default: return nil
    }
  }
}

/// What tl-media says: 20 bytes, which are `tlm1`, the kind, a code, two zeros and three numbers of 32 bits, the lowest
/// byte first.
///
/// It begins with `ready`. A picture is answered by `facts`, then each variant, and `done`, or by `done` alone; a copy and
/// pixels in the same way, with one `copy` or `pixels` instead of the variants.
package enum WorkerMessage: Hashable, Sendable {
  /// - Parameters:
  ///   - formats: that the system's libvips reads.
  ///   - isConfined: whether a filter of system calls is in force.
  case ready(formats: Set<MediaFormat>, isConfined: Bool)
  case facts(PictureFacts)
  /// Followed by that many bytes.
  case variant(VariantEdge, PictureSize, length: Int)
  /// Followed by that many bytes: of WebP if some of the picture is transparent, else of JPEG.
  case copy(isTransparent: Bool, PictureSize, length: Int)
  /// Followed by three bytes for each pixel, row by row: red, green and blue.
  case pixels(PictureSize)
  /// Nil if all that was asked for is made.
  case done(VariantFailure?)
  /// An attempt and the system's error number.
  case probed(ConfinementProbe, Int32)

  package static let size = 20
  static let magic = Array("tlm1".utf8)

  /// Those that variants are made of, in the order of their bits.
  package static let formats: [MediaFormat] = [.jpeg, .png, .webp, .heif, .avif]
  /// Those that tl-media reports, in the order of their codes from 1 on.
  private static let failures: [VariantFailure] = [.unsupported, .tooLarge, .damaged, .unreadable]
}

extension WorkerMessage {
  package var bytes: [UInt8] {
    switch self {
    case .ready(let formats, let isConfined):
      let bits = Self.formats.indices.filter { formats.contains(Self.formats[$0]) }
      return Self.encode(1, isConfined ? 1 : 0, bits.reduce(0) { $0 | 1 << UInt32($1) })
    case .facts(let facts):
      let place = facts.focus.map { UInt32($0.column) << 28 | UInt32($0.row) << 24 } ?? 0
      return Self.encode(
        2, facts.focus == nil ? 0 : 1, Self.number(facts.size.width),
        Self.number(facts.size.height), place | facts.colour)
    case .variant(let edge, let size, let length):
      let code = VariantEdge.allCases.firstIndex(of: edge) ?? 0
      return Self.encode(
        3, UInt8(code), Self.number(size.width), Self.number(size.height), Self.number(length))
    case .done(let failure):
      let code = failure.map { Self.failures.firstIndex(of: $0).map { $0 + 1 } ?? 0xFF } ?? 0
      return Self.encode(4, UInt8(code))
    case .probed(let probe, let error):
      return Self.encode(5, probe.rawValue, UInt32(bitPattern: error))
    case .copy(let isTransparent, let size, let length):
      return Self.encode(
        6, isTransparent ? 1 : 0, Self.number(size.width), Self.number(size.height),
        Self.number(length))
    case .pixels(let size):
      return Self.encode(7, 0, Self.number(size.width), Self.number(size.height))
    }
  }

  /// Nil if the bytes are no message: the sender may have been taken over by a picture.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.size, bytes.starts(with: Self.magic) else { return nil }
    let code = Int(bytes[5])
    let numbers = [8, 12, 16].map { Int(bytes[$0..<$0 + 4].littleEndian) }
    let size = PictureSize(width: numbers[0], height: numbers[1])
    switch bytes[4] {
    case 1:
      let formats = Self.formats.enumerated().filter { numbers[0] >> $0.offset & 1 == 1 }
      self = .ready(formats: Set(formats.map(\.element)), isConfined: code == 1)
    case 2 where VariantLimits.allow(size):
      let place = UInt8(numbers[2] >> 24)
      let focus = PictureFocus(column: place >> 4, row: place & 15)
      self = .facts(
        PictureFacts(size: size, colour: UInt32(numbers[2]), focus: code == 1 ? focus : nil))
    case 3:
      guard VariantEdge.allCases.indices.contains(code),
        1...VariantLimits.variantSize ~= numbers[2]
      else { return nil }
      let edge = VariantEdge.allCases[code]
      guard 1...edge.pixels ~= size.width, 1...edge.pixels ~= size.height else { return nil }
      self = .variant(edge, size, length: numbers[2])
    case 4 where code <= Self.failures.count:
      self = .done(code == 0 ? nil : Self.failures[code - 1])
    case 5:
      guard let probe = ConfinementProbe(rawValue: UInt8(code)) else { return nil }
      self = .probed(probe, Int32(truncatingIfNeeded: numbers[0]))
    case 6 where code <= 1:
      let sides = 1...VariantLimits.copySides.upperBound
      guard sides ~= size.width, sides ~= size.height,
        1...VariantLimits.copySize ~= numbers[2]
      else { return nil }
      self = .copy(isTransparent: code == 1, size, length: numbers[2])
    case 7:
      let sides = 1...VariantLimits.pixelSide
      guard sides ~= size.width, sides ~= size.height else { return nil }
      self = .pixels(size)
    default: return nil
    }
  }

  private static func encode(
    _ kind: UInt8, _ code: UInt8, _ first: UInt32 = 0, _ second: UInt32 = 0, _ third: UInt32 = 0
  ) -> [UInt8] {
    magic + [kind, code, 0, 0] + [first, second, third].flatMap(\.littleEndianBytes)
  }

  private static func number(_ value: Int) -> UInt32 { UInt32(clamping: value) }
}
