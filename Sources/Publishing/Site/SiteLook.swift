internal import Cryptography
internal import Journal
package import Rendering

/// How a site looks: its templates, style sheet and script.
package struct SiteLook: Sendable {
  let templates: TemplateLibrary
  let css: [UInt8]
  let script: [UInt8]
  /// Another one for each other look.
  let version: String

  static let cssName = "site.css"
  static let scriptName = "search.js"

  /// - Parameter own: files of the user in place of tl's own, by name (`PublishedFiles.all`); others are ignored.
  /// - Throws: a `TemplateLibrary.Problem`.
  package init(own: [String: [UInt8]] = [:]) throws(TemplateLibrary.Problem) {
    let files = PublishedFiles.all.merging(own.filter { PublishedFiles.all[$0.key] != nil }) { $1 }
    templates = try TemplateLibrary(PublishedFiles.templates(in: files))
    css = files[Self.cssName] ?? []
    script = files[Self.scriptName] ?? []
    var parts = InputHash()
    for name in files.keys.sorted() {
      parts.add(name)
      parts.add(files[name] ?? [])
    }
    version = parts.text
  }

  /// The style sheet with the colours of links.
  func css(with accent: ColorName?) -> [UInt8] {
    guard let accent else { return css }
    let (light, dark) = (
      AccentColor.readable(accent, on: .light), AccentColor.readable(accent, on: .dark)
    )
    return css + Array("\n:root { --accent-light: \(light); --accent-dark: \(dark); }\n".utf8)
  }
}

/// A colour of words that can be read on the paper of a site.
enum AccentColor {
  enum Paper {
    /// `#fdfbf7` and `#161513`, as in `site.css`.
    case light, dark

    fileprivate var luminance: Double { self == .light ? 0.966 : 0.0075 }
    /// Towards which a colour is moved until it can be read.
    fileprivate var ink: Double { self == .light ? 0 : 255 }
  }

  /// The colour, darker or lighter until it has the contrast that text needs (WCAG 2.2, 1.4.3).
  ///
  /// - Returns: `#24599b`.
  static func readable(_ color: ColorName, on paper: Paper) -> String {
    let channels = color.channels
    let start = [channels.red, channels.green, channels.blue].map(Double.init)
    for step in 0...20 {
      let mixed = start.map { $0 + (paper.ink - $0) * Double(step) / 20 }
      if contrast(luminance(mixed, on: paper), paper.luminance) >= 4.5 { return text(mixed) }
    }
    return paper == .light ? "#000000" : "#ffffff"
  }

  static func contrast(_ a: Double, _ b: Double) -> Double {
    (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// The relative luminance of red, green and blue of 0 to 255: on light paper at least that, on dark paper at most that.
  ///
  /// With polynomials in place of sRGB's curve, which needs a library for powers.
  static func luminance(_ channels: [Double], on paper: Paper) -> Double {
    zip(channels, [0.2126, 0.7152, 0.0722]).reduce(0) { sum, part in
      let value = part.0 / 255
      return sum + part.1 * value * value * (paper == .light ? 1 : 0.3 + 0.7 * value)
    }
  }

  private static func text(_ channels: [Double]) -> String {
    "#"
      + channels.map { channel in
        let digits = String(Int(channel.rounded()), radix: 16)
        return digits.count < 2 ? "0" + digits : digits
      }.joined()
  }
}

/// A hash of all that something is made from: the same for the same parts alone.
struct InputHash {
  private var hash = SHA256()

  mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }

  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    // Its length first, so that no two lists of parts are the same bytes.
    withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { hash.update($0) }
    hash.update(bytes)
  }

  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  mutating func add(_ text: String?) {
    add(text.map { "+\($0)" } ?? "")
  }

  mutating func add(_ texts: some Collection<String>) {
    add(String(texts.count))
    for text in texts { add(text) }
  }

  /// 32 hexadecimal digits.
  var text: String { String(hash.hex.prefix(32)) }
}
