internal import Foundation
package import SystemCalls

/// All requests that a server has set aside.
package struct AsideRequests {
  private let stateFolder: String

  /// - Parameter stateFolder: that of the server.
  package init(in stateFolder: String) {
    self.stateFolder = stateFolder
  }

  /// Oldest first; empty if the server has never run.
  ///
  /// - Throws: if a folder of the server cannot be read.
  package func all(_ accounts: [Account]) throws(SystemError) -> [AsideRequest] {
    let names = Dictionary(
      accounts.map { (plainName(of: $0.id), $0.name) }, uniquingKeysWith: { first, _ in first })
    let vaults = "\(stateFolder)/vaults"
    var requests: [AsideRequest] = []
    for folder in try SystemPath.namesIfPresent(in: vaults) {
      // The key of the vault follows the last dash.
      let account = folder.lastIndex(of: "-").flatMap { names[String(folder[..<$0])] }
      let place = "\(vaults)/\(folder)"
      requests += try SystemPath.namesIfPresent(in: "\(place)/aside")
        .filter { $0.hasSuffix(".json") }
        .compactMap { Self.request("\(place)/aside/\($0)", account, folder: place) }
    }
    return requests.sorted { ($0.time, $0.id) < ($1.time, $1.id) }
  }

  private static func request(
    _ path: String, _ account: String?, folder: String
  ) -> AsideRequest? {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      let date = attributes[.modificationDate] as? Date, let size = attributes[.size] as? NSNumber,
      let name = path.split(separator: "/").last
    else { return nil }
    let reasons = (try? PrivateFile(path + ".reasons").read()) ?? nil
    return AsideRequest(
      id: String(name.dropLast(".json".count)), account: account,
      time: Int64(date.timeIntervalSince1970), size: size.int64Value,
      reasons: String(decoding: reasons ?? [], as: UTF8.self)
        .split(separator: "\n").map(String.init), path: path, folder: folder)
  }
}
