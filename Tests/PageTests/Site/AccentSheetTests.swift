import Foundation
import HTTPTypes
import Journal
import TestSupport
import Testing
import WebServer

@testable import Page

@Suite("The colour of a vault")
struct AccentSheetTests {
  /// The relative luminance of `#rrggbb` (WCAG 2.2).
  private static func luminance(_ hex: Substring) -> Double {
    let number = Int(hex, radix: 16) ?? 0
    let parts = [16, 8, 0].map { shift in
      let part = Double(number >> shift & 255) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  private static func contrast(_ a: Substring, _ b: Substring) -> Double {
    let (first, second) = (luminance(a), luminance(b))
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  @Test("any colour can be read on both papers, and one that can be read already stays")
  func contrast() throws {
    try withSeed { generator, _ in
      let random = (0..<300).map { _ in
        "#"
          + String(Int.random(in: 0...0xFF_FFFF, using: &generator) | 1 << 24, radix: 16)
          .dropFirst()
      }
      for name in ColorName.names + random {
        let color = try #require(ColorName(name))
        let colors = AccentSheet.css(color).split(separator: "#").dropFirst().map { $0.prefix(6) }
        #expect(colors.count == 2)
        #expect(Self.contrast(colors[0], "fcfaf6") >= 4.5, "\(name)")
        #expect(Self.contrast(colors[1], "151412") >= 4.5, "\(name)")
        #expect(
          Self.contrast(colors[0], "ffffff") >= 4.5 && Self.contrast(colors[1], "10131a") >= 4.5)
        if Self.contrast(Substring(color.hex), "fcfaf6") >= 4.5 {
          #expect(colors[0].uppercased() == color.hex)
        }
      }
    }
  }

  @Test("its sheet is at the address of its colour, and nothing else is")
  func address() throws {
    let color = try #require(ColorName("#34C759"))
    let address = AccentSheet.address(color, prefix: "/tl")
    #expect(address == "/tl/a/accent-34C759.css")
    #expect(
      AccentSheet.reply(at: address, prefix: "/tl")?.headers[.cacheControl]?.contains("immutable")
        == true)
    for other in [
      "/a/accent-34C759.css", "/tl/a/accent-34C75.css", "/tl/a/accent-34C75x.css",
      "/tl/a/accent-.css",
    ] {
      #expect(AccentSheet.reply(at: other, prefix: "/tl") == nil)
    }
  }
}
