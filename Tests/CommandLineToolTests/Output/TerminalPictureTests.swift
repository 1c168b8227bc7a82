import Foundation
import Media
import SystemCalls
import TestSupport
import Testing

@testable import CommandLineTool

@Suite("Pictures in the terminal")
struct TerminalPictureTests {
  @Test("the variables of a terminal say how it shows pictures")
  func methods() {
    let cases: [([String: String], TerminalPicture?)] = [
      (["TERM": "xterm-kitty"], .kitty), (["TERM": "xterm-ghostty"], .kitty),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "ghostty"], .kitty),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], .inline),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], .inline),
      (["TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"], .inline),
      (["TERM": "xterm-256color"], .halfBlocks),
      (["TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "LC_TERMINAL": "iTerm2"], .halfBlocks),
      (["TERM": "xterm-kitty", "TMUX": "/tmp/tmux-0/default,1,0"], .halfBlocks),
      (["TERM": "screen", "STY": "1.tty"], .halfBlocks), (["TERM": "dumb"], nil),
      (["TERM": "linux"], nil), ([:], nil),
    ]
    for (variables, method) in cases {
      #expect(TerminalPicture { variables[$0] } == method, "\(variables)")
    }
  }

  @Test("a picture fits into the width and two thirds of the height, and is never enlarged")
  func sides() {
    let terminal = TerminalSize(columns: 81, rows: 30)
    let pixels = TerminalSize(columns: 100, rows: 30, pixelWidth: 1000, pixelHeight: 600)
    let cases: [(TerminalPicture, PictureSize?, TerminalSize, Int)] = [
      (.halfBlocks, .init(width: 4000, height: 3000), terminal, 53),
      (.halfBlocks, .init(width: 4000, height: 1000), terminal, 80),
      (.halfBlocks, .init(width: 1000, height: 4000), terminal, 40),
      (.halfBlocks, .init(width: 20, height: 10), terminal, 20),
      (.halfBlocks, nil, terminal, 40),
      (.kitty, .init(width: 4000, height: 3000), pixels, 533),
      (.inline, .init(width: 4000, height: 3000), terminal, 426),
      (.kitty, .init(width: 400, height: 300), pixels, 400),
      (.kitty, .init(width: 1, height: 100_000_000), pixels, 400),
      (.kitty, nil, TerminalSize(columns: 10_000, rows: 10_000), 1024),
      (.halfBlocks, .init(width: 4000, height: 3000), TerminalSize(columns: 1, rows: 1), 1),
    ]
    for (method, size, terminal, side) in cases {
      #expect(method.side(size, terminal) == side, "\(method), \(String(describing: size))")
    }
  }

  private static let terminal = TerminalSize(columns: 80, rows: 24)

  @Test("half blocks have the colours of two pixels, said again only when they change")
  func halfBlocks() throws {
    let red: [UInt8] = [255, 0, 0]
    let blue: [UInt8] = [0, 0, 255]
    let pixels = try #require(
      PicturePixels(width: 2, height: 3, bytes: red + red + blue + blue + red + blue))
    #expect(
      TerminalPicture.halfBlocks.text(pixels, Self.terminal) == """
        \u{1B}[38;2;255;0;0;48;2;0;0;255m▀▀\u{1B}[0m
        \u{1B}[38;2;255;0;0;49m▀\u{1B}[38;2;0;0;255;49m▀\u{1B}[0m

        """)
  }

  @Test("kitty gets the pixels in pieces of at most 4096 characters, and is asked for no answer")
  func kitty() throws {
    try withSeed { generator, _ in
      let (width, height) = (
        Int.random(in: 1...60, using: &generator), Int.random(in: 1...60, using: &generator)
      )
      let bytes = (0..<width * height * 3).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      let pixels = try #require(PicturePixels(width: width, height: height, bytes: bytes))
      let text = TerminalPicture.kitty.text(pixels, Self.terminal)
      let parts = text.split(separator: "\u{1B}\\").dropLast()
      for (number, part) in parts.enumerated() {
        #expect(
          part.hasPrefix(number == 0 ? "\u{1B}_Ga=T,f=24,s=\(width),v=\(height)," : "\u{1B}_Gm="))
        #expect(part.contains("m=\(number == parts.count - 1 ? 0 : 1);"))
        #expect(part.split(separator: ";").last.map { $0.utf8.count <= 4096 } == true)
      }
      #expect(parts.first?.contains(",q=2,") == true)
      #expect(text.hasSuffix("\u{1B}\\\n"))
      let content = parts.map { $0.split(separator: ";")[1] }.joined()
      #expect(decoded(content) == bytes)
    }
  }

  @Test("iTerm2 gets a PNG, of which libvips reads the same size")
  func inline() throws {
    let pixels = try #require(
      PicturePixels(width: 300, height: 100, bytes: Array(repeating: 7, count: 90_000)))
    let text = TerminalPicture.inline.text(pixels, Self.terminal)
    #expect(text.hasPrefix("\u{1B}]1337;File=inline=1;size="))
    #expect(text.contains(";width=38;height=7:"))
    let content = try #require(text.split(separator: ":").last?.dropLast(2))
    let png = decoded(String(content))
    let facts = MediaFacts(of: ByteSource(png))
    #expect(facts.type.format == .png && facts.size == PictureSize(width: 300, height: 100))
  }

  private func decoded(_ text: String) -> [UInt8] {
    Data(base64Encoded: text).map(Array.init) ?? []
  }
}
