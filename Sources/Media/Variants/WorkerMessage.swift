package import SystemCalls

/// What tl-media is asked for: 8 bytes, with the picture's file as a passed descriptor.
package enum WorkerRequest: UInt8, Sendable {
  /// All variants of the picture.
  case picture = 1
  /// What tl-media is kept from, tried; for tests.
  case probe = 2

  package static let size = 8

  package var bytes: [UInt8] { WorkerMessage.magic + [rawValue, 0, 0, 0] }

  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.size, bytes.starts(with: WorkerMessage.magic) else { return nil }
    self.init(rawValue: bytes[4])
  }
}

/// What tl-media says: 20 bytes, which are `tlm1`, the kind, a code, two zeros and three numbers of 32 bits, the lowest
/// byte first.
///
/// It begins with `ready`. A picture is answered by `facts`, then each variant, and `done`, or by `done` alone.
package enum WorkerMessage: Hashable, Sendable {
  /// - Parameters:
  ///   - formats: that the system's libvips reads.
  ///   - isConfined: whether a filter of system calls is in force.
  case ready(formats: Set<MediaFormat>, isConfined: Bool)
  case facts(PictureFacts)
  /// Followed by that many bytes.
  case variant(VariantEdge, PictureSize, length: Int)
  /// Nil if all variants are made.
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
      return Self.encode(
        2, 0, Self.number(facts.size.width), Self.number(facts.size.height), facts.colour)
    case .variant(let edge, let size, let length):
      let code = VariantEdge.allCases.firstIndex(of: edge) ?? 0
      return Self.encode(
        3, UInt8(code), Self.number(size.width), Self.number(size.height), Self.number(length))
    case .done(let failure):
      let code = failure.map { Self.failures.firstIndex(of: $0).map { $0 + 1 } ?? 0xFF } ?? 0
      return Self.encode(4, UInt8(code))
    case .probed(let probe, let error):
      return Self.encode(5, probe.rawValue, UInt32(bitPattern: error))
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
      self = .facts(PictureFacts(size: size, colour: UInt32(numbers[2])))
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
