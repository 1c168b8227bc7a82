internal import CommandLineTool
internal import NotesyncServer
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

extension ServerSettings {
  /// The settings for a vault, or for vaults that an accounts file names.
  init(_ session: Session, serving vault: Vault?) throws {
    let zone = session.surroundings.zone
    self.init(
      stateFolder: try StateFolders(session).server(of: vault), vault: vault?.plainPath,
      surroundings: session.surroundings
    ) { vault in vault.configuration.namedZone ?? zone }
    threads = ThisDevice.processorCount
  }
}
