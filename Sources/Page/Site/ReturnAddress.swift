internal import HTTPTypes
internal import VaultFormat
internal import WebServer

/// Where a form leads: to the page from which it was sent, if that is one of ours.
struct ReturnAddress {
  private let address: String

  /// - Parameters:
  ///   - fallback: without the site's prefix.
  ///   - id: of a note whose own pages are no longer there.
  init(_ incoming: PageRequest, fallback: String, without id: NoteID? = nil) {
    let given = incoming.form?["back"] ?? ""
    let note = id.map { incoming.addresses.note($0) }
    let leadsToNote = note.map {
      given == $0 || given.hasPrefix($0 + "/") || given.hasPrefix($0 + "?")
    }
    let isUsable = Self.isOurs(given, prefix: incoming.addresses.prefix) && leadsToNote != true
    address = isUsable ? given : incoming.addresses.address(fallback)
  }

  /// - Parameter done: what the page then says (`Notice`).
  func reply(done: String?) -> Reply {
    let parts = address.split(separator: "?", maxSplits: 1)
    // What was done before is not said again.
    var fields = parts.dropFirst().flatMap { $0.split(separator: "&") }.map(String.init)
      .filter { !$0.hasPrefix("done=") }
    if let done { fields.append("done=\(done)") }
    return .redirect(.seeOther, to: fields.reduce(String(parts[0])) { $0.adding(field: $1) })
  }

  /// A path of this site, in characters that mean the same to every browser.
  static func isOurs(_ address: String, prefix: String) -> Bool {
    let path = address.dropFirst(prefix.count)
    return address.hasPrefix(prefix) && path.hasPrefix("/") && !path.hasPrefix("//")
      && !address.contains("\\") && address.utf8.allSatisfy { 0x21...0x7E ~= $0 }
  }
}
