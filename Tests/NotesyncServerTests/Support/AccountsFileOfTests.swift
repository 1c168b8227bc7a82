import NotesyncServer
import TestSupport
import VaultStore
import WebServer

/// A file of several accounts, each with a vault of its own; `ada` has that of every test.
struct AccountsFileOfTests {
  let folder: TemporaryFolder
  let path: String

  init(_ folder: TemporaryFolder) throws {
    self.folder = folder
    path = folder.path("people/accounts.json")
    try AccountsFile(path).add(
      TestServer.name, password: TestServer.password, vault: folder.path("vault"), cost: .least)
  }

  func add(_ name: String) throws {
    _ = try Vault.initialize(folder.path(name), timeZone: nil)
    try AccountsFile(path).add(
      name, password: TestServer.password, vault: folder.path(name), cost: .least)
  }
}
