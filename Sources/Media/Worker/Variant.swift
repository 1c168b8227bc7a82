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
  /// Nil if it is not known.
  package var focus: PictureFocus?

  package init(size: PictureSize, colour: UInt32, focus: PictureFocus? = nil) {
    self.size = size
    self.colour = colour & 0xFFFFFF
    self.focus = focus
  }
}

/// Where somebody looks first, often a face: what should stay of a picture that is cropped.
package struct PictureFocus: Hashable, Sendable {
  /// Sixteenths of the width from the left, and of the height from the top: 0 to 15.
  package var column, row: UInt8

  /// Numbers above 15 are taken for 15.
  package init(column: UInt8, row: UInt8) {
    self.column = min(column, 15)
    self.row = min(row, 15)
  }
}

extension PictureFacts {
  /// A line for the cache, such as `4032 3024 8a7f60 74`: width, height, colour, column and row of the focus, or `-`.
  var text: String {
    let digits = String(colour, radix: 16)
    let colour = String(repeating: "0", count: 6 - digits.count) + digits
    let focus = focus.map { String($0.column, radix: 16) + String($0.row, radix: 16) } ?? "-"
    return "\(size.width) \(size.height) \(colour) \(focus)\n"
  }

  init?(_ text: String) {
    let words = text.split(separator: "\n").first?.split(separator: " ") ?? []
    guard words.count == 4, let width = Int(words[0]), let height = Int(words[1]),
      words[2].utf8.count == 6, let colour = UInt32(words[2], radix: 16)
    else { return nil }
    let size = PictureSize(width: width, height: height)
    guard VariantLimits.allow(size) else { return nil }
    self.init(size: size, colour: colour)
    guard words[3] != "-" else { return }
    let place = words[3].utf8.compactMap(\.hexadecimalValue)
    guard place.count == 2, words[3].utf8.count == 2 else { return nil }
    focus = PictureFocus(column: place[0], row: place[1])
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
