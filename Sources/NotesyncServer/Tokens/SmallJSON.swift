internal import Foundation

/// A small JSON object of a request, such as a name and a password.
struct SmallJSON {
  private let members: [String: Any]

  /// Nil if the bytes are not a JSON object.
  init?(_ bytes: [UInt8]) {
    guard let members = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    else { return nil }
    self.members = members
  }

  /// Nil if it is missing or not a string.
  func string(_ name: String) -> String? { members[name] as? String }
}
