internal import VaultFormat

/// What a browser calls itself in `User-Agent`, in words: `Firefox on Android`.
struct BrowserName: Hashable, Sendable {
  let text: String
  /// A phone or a tablet.
  var isHandheld: Bool { ["iPhone", "iPad", "Android"].contains { text.hasSuffix($0) } }

  init(_ userAgent: String) {
    let browser = Self.browsers.first { userAgent.contains($0.mark) }?.name
    let system = Self.systems.first { userAgent.contains($0.mark) }?.name
    text =
      switch (browser, system) {
      case (let browser?, let system?): "\(browser) on \(system)"
      case (let browser?, nil): browser
      case (nil, let system?): "A browser on \(system)"
      case (nil, nil): Self.program(userAgent) ?? "An unknown browser"
      }
  }

  /// The first that fits counts: most browsers also name those that they resemble.
  private static let browsers: [(mark: String, name: String)] = [
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"),
    ("Vivaldi/", "Vivaldi"), ("DuckDuckGo/", "DuckDuckGo"), ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"), ("Firefox/", "Firefox"), ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"), ("Epiphany/", "GNOME Web"), ("Safari/", "Safari"),
  ]

  private static let systems: [(mark: String, name: String)] = [
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"),
    ("Windows", "Windows"), ("Macintosh", "Mac"), ("Linux", "Linux"), ("X11", "Unix"),
  ]

  /// The name of a program such as `curl/8.5.0`, if it is plain.
  private static func program(_ userAgent: String) -> String? {
    let name = userAgent.prefix { $0 != "/" && $0 != " " }
    let isPlain = name.utf8.allSatisfy {
      $0.isASCIIDigit || $0.isASCIILetter || "-._".utf8.contains($0)
    }
    return 1...32 ~= name.utf8.count && isPlain ? String(name) : nil
  }
}
