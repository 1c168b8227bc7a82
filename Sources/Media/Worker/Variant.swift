internal import VaultFormat

/// A smaller copy of a picture: WebP in sRGB, upright and without metadata.
package struct Variant: Hashable, Sendable {
  package var bytes: [UInt8]
  package var size: PictureSize
  /// The facts of the original.
  package var facts: PictureFacts
}

/// The longest side that a variant of a picture may have, in pixels.
package enum VariantEdge: UInt16, CaseIterable, Comparable, Sendable {
  case small = 320
  case medium = 800
  case large = 1600

  package var pixels: Int { Int(rawValue) }

  package static func < (a: VariantEdge, b: VariantEdge) -> Bool { a.rawValue < b.rawValue }

  /// The variants that are made of a picture, the smallest first.
  ///
  /// None is larger than the picture: the last one has its size if it fits into an edge.
  package static func needed(for original: PictureSize) -> [VariantEdge] {
    let longest = max(original.width, original.height)
    let smaller = allCases.filter { $0.pixels < longest }
    return allCases.first { $0.pixels >= longest }.map { smaller + [$0] } ?? smaller
  }

  /// The variant that is shown where one of this edge is asked for: another one would look the same.
  package func standIn(for original: PictureSize) -> VariantEdge {
    Self.needed(for: original).last.map { min(self, $0) } ?? self
  }
}

/// Why there is no variant of a picture; the original can still be shown.
package enum VariantFailure: Error, Hashable, Sendable {
  /// tl-media is not installed or does not start: there are only originals.
  case noWorker
  /// Not a picture, or of a format that the system's libvips does not read.
  case unsupported
  /// Beyond `VariantLimits`.
  case tooLarge
  /// Truncated, or not what its first bytes say.
  case damaged
  /// tl-media ended while it worked on the picture.
  case crashed
  case timeout
  /// The original cannot be opened or read.
  case unreadable
  /// Too many pictures wait.
  case busy
  case cancelled

  /// Whether the same picture would fail again.
  package var isOfPicture: Bool {
    switch self {
    case .unsupported, .tooLarge, .damaged, .crashed, .timeout: true
    case .noWorker, .unreadable, .busy, .cancelled: false
    }
  }
}

/// What the pixels of a picture tell.
package struct PictureFacts: Hashable, Sendable {
  /// The size after rotation.
  package var size: PictureSize
  /// The average of all pixels in sRGB, as `0xRRGGBB`.
  package var colour: UInt32

  package init(size: PictureSize, colour: UInt32) {
    self.size = size
    self.colour = colour & 0xFFFFFF
  }
}

extension PictureFacts {
  /// A line for the cache, such as `4032 3024 8a7f60`.
  var text: String {
    let digits = String(colour, radix: 16)
    return
      "\(size.width) \(size.height) \(String(repeating: "0", count: 6 - digits.count))\(digits)\n"
  }

  init?(_ text: String) {
    let words = text.split(separator: "\n").first?.split(separator: " ") ?? []
    guard words.count == 3, let width = Int(words[0]), let height = Int(words[1]),
      words[2].utf8.count == 6, let colour = UInt32(words[2], radix: 16)
    else { return nil }
    let size = PictureSize(width: width, height: height)
    guard VariantLimits.allow(size) else { return nil }
    self.init(size: size, colour: colour)
  }
}

/// The SHA-256 of a file, by which what is made of the file is named.
package struct ContentHash: Hashable, Sendable {
  /// 64 lower-case hexadecimal digits.
  package let text: String

  /// Nil if the text is anything else.
  package init?(_ text: String) {
    let digits = text.utf8
    let isHash =
      digits.count == 64 && digits.allSatisfy { $0.isASCIIDigit || 0x61...0x66 ~= $0 }
    guard isHash else { return nil }
    self.text = text
  }
}
