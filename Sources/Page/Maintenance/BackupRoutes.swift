internal import Backup
internal import HTTPTypes
internal import Operations
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import WebServer
internal import Words

/// A backup to download, as `tl backup make` writes one: for those who may see all of the vault, as a session does.
enum BackupRoutes {
  static func download(_ incoming: PageRequest) async throws -> Reply {
    let (source, vault) = (incoming.source, incoming.vault)
    let file: FileRange
    do {
      // One after the other: each takes the size of the vault once more until it was sent.
      file = try await incoming.site.backups.run {
        let plan = try BackupPlan(of: vault.folder, withHistory: true)
        let made = try BackupFile.unnamed(plan, of: vault.folder, made: source.now.rfc3339)
        let size = try made.status().size
        return FileRange(made, 0..<size)
      }
    } catch let error as BackupError {
      throw PageProblem(of: Problem("\(error)", hint: error.hint), next: nil)
    }
    let name = vault.plainPath.split(separator: "/").last ?? "vault"
    let day = source.now.day
    return Reply(.ok, "application/zip", body: .fileRange(file))
      .with(.unstored, .file, .attachment("\(name)-\(day).zip".utf8))
  }
}
