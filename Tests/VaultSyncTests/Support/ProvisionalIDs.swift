@testable import VaultFormat

enum ProvisionalIDs {
  static func of(_ path: String) -> String { ProvisionalID.of(VaultPath(path)!).text }
}
