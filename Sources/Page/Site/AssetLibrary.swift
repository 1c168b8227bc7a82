internal import Cryptography
internal import HTTPTypes
internal import WebServer

/// The style sheet, the icons and the scripts, compiled into the program.
///
/// Their addresses have the hash of their content, so a browser may keep them for ever.
struct AssetLibrary: Sendable {
  private struct Asset {
    var address: String
    var type: String
    var bytes: [UInt8]
  }

  private let byName: [String: Asset]
  private let byAddress: [String: Asset]
  /// Differs between two builds of the program whose pages differ.
  let version: String

  /// - Parameter prefix: of the site's addresses.
  init(_ prefix: String) {
    var byName: [String: Asset] = [:]
    for (name, bytes) in PageFiles.assets {
      let parts = name.split(separator: ".", maxSplits: 1)
      let hash = sha256Hex(bytes).prefix(12)
      let address = "\(prefix)/a/\(parts[0])-\(hash).\(parts[1])"
      byName[name] = Asset(address: address, type: Self.type(of: parts[1]), bytes: bytes)
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
  func reply(at address: String) -> Reply? {
    guard let asset = byAddress[address] else { return nil }
    var reply = Reply(.ok, asset.type, body: .bytes(asset.bytes))
    reply.headers[.cacheControl] = "public, max-age=31536000, immutable"
    return reply
  }

  private static func type(of ending: Substring) -> String {
    switch ending {
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    default: "application/octet-stream"
    }
  }
}
