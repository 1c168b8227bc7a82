internal import Cryptography
internal import Foundation
internal import HTTPTypes
internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import WebServer

/// The style sheets, the fonts, the icons and the scripts, compiled into the program.
///
/// Their addresses have the hash of their content, so a browser may keep them for ever.
struct AssetLibrary: Sendable {
  private struct Asset {
    var address: String
    var reply: Reply
  }

  private let byName: [String: Asset]
  private let byAddress: [String: Asset]
  /// Differs between two builds of the program whose pages differ.
  let version: String

  /// - Parameter prefix: of the site's addresses.
  init(_ prefix: String) {
    var byName: [String: Asset] = [:]
    /// The names of fonts by those that style sheets have for them.
    var fonts: [String: String] = [:]
    let files = PageFiles.assets.filter { $0.key.hasSuffix(".woff2") } + PageFiles.assets
    for (name, file) in files where byName[name] == nil {
      let parts = name.split(separator: ".", maxSplits: 1)
      var bytes = file
      if parts[1] == "css" {
        let text = fonts.reduce(String(decoding: file, as: UTF8.self)) {
          $0.replacing("url(\($1.key))", with: "url(\($1.value))")
        }
        bytes = Array(text.utf8)
      }
      let own = "\(parts[0])-\(sha256Hex(bytes).prefix(12)).\(parts[1])"
      var reply = Reply(.ok, Self.type(of: parts[1]), body: .bytes(bytes)).with(.immutableForAll)
      if parts[1] == "woff2" { fonts[name] = own } else { reply.compressedForm = LazyValue() }
      byName[name] = Asset(address: "\(prefix)/a/\(own)", reply: reply)
    }
    self.byName = byName
    byAddress = Dictionary(byName.values.map { ($0.address, $0) }) { first, _ in first }
    let parts =
      byName.values.map(\.address).sorted()
      + [String(decoding: PageFiles.worker, as: UTF8.self)]
      + PageFiles.templates.sorted { $0.key < $1.key }.map(\.value)
    version = String(sha256Hex(parts.joined().utf8).prefix(12))
  }

  /// - Parameter name: of the file, such as `page.css`.
  func address(_ name: String) -> String { byName[name]?.address ?? "" }

  /// Of all, in a fixed order.
  var addresses: [String] { byName.values.map(\.address).sorted() }

  /// The reply to a request for an asset; nil if there is none at this address.
  func reply(at address: String) -> Reply? { byAddress[address]?.reply }

  private static func type(of ending: Substring) -> String {
    switch ending {
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    case "woff2": "font/woff2"
    default: "application/octet-stream"
    }
  }
}

/// The style sheet with the colour of a vault, `pin.color`, as far from the paper as a text has to be.
enum AccentSheet {
  /// The ratio of luminances of a text and what is behind it (WCAG 2.2, 1.4.3).
  private static let contrast = 4.5
  /// `--paper` of `page.css`.
  private static let (paper, darkPaper): ([Double], [Double]) = ([252, 250, 246], [21, 20, 18])

  /// `PREFIX/a/accent-34C759.css`.
  static func address(_ color: ColorName, prefix: String) -> String {
    "\(prefix)/a/accent-\(color.hex).css"
  }

  /// Nil for an address of something else.
  static func reply(at address: String, prefix: String) -> Reply? {
    let start = "\(prefix)/a/accent-"
    guard address.hasPrefix(start), address.hasSuffix(".css"),
      let color = ColorName("#\(address.dropFirst(start.count).dropLast(4))")
    else { return nil }
    return Reply(.ok, "text/css; charset=utf-8", body: .bytes(Array(css(color).utf8)))
      .with(.immutableForAll)
  }

  static func css(_ color: ColorName) -> String {
    let (red, green, blue) = color.channels
    let wanted = [red, green, blue].map { Double($0) }
    let light = readable(wanted, on: paper, towards: [0, 0, 0])
    let dark = readable(wanted, on: darkPaper, towards: [255, 255, 255])
    return ":root { --accent-light: \(hex(light)); --accent-dark: \(hex(dark)); }\n"
  }

  /// The nearest mixture with black or white that can be read.
  private static func readable(
    _ color: [Double], on paper: [Double], towards end: [Double]
  ) -> [Double] {
    for part in 0...50 {
      let mixed = zip(color, end).map { ($0 + ($1 - $0) * Double(part) / 50).rounded() }
      let (a, b) = (luminance(mixed), luminance(paper))
      if (max(a, b) + 0.05) / (min(a, b) + 0.05) >= contrast { return mixed }
    }
    return end
  }

  private static func hex(_ channels: [Double]) -> String { "#" + channels.map { UInt8($0) }.hex }

  /// The relative luminance of sRGB (WCAG 2.2).
  private static func luminance(_ channels: [Double]) -> Double {
    let linear = channels.map { channel -> Double in
      let part = channel / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }
}
