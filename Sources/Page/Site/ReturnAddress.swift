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
    var parts = address.split(separator: "?", maxSplits: 1).map(String.init)
    // What was done before is not said again.
    var fields = parts.count == 2 ? parts[1].split(separator: "&").map(String.init) : []
    fields.removeAll { $0.hasPrefix("done=") }
    if let done { fields.append("done=\(done)") }
    parts = [parts[0]] + (fields.isEmpty ? [] : [fields.joined(separator: "&")])
    return .redirect(.seeOther, to: parts.joined(separator: "?"))
  }

  /// A path of this site, in characters that mean the same to every browser.
  static func isOurs(_ address: String, prefix: String) -> Bool {
    let path = address.dropFirst(prefix.count)
    return address.hasPrefix(prefix) && path.hasPrefix("/") && !path.hasPrefix("//")
      && !address.contains("\\") && address.utf8.allSatisfy { 0x21...0x7E ~= $0 }
  }
}
