internal import Git
internal import SystemCalls
internal import VaultStore

/// Converts errors of other modules to `SyncError`.
func asSyncError<Result>(_ body: () throws -> Result) throws(SyncError) -> Result {
  do {
    return try body()
  } catch let error as SyncError {
    throw error
  } catch let error as GitError {
    throw SyncError(error)
  } catch let error as StoreError {
    throw .store(error)
  } catch let error as SystemError {
    throw .store(StoreError(error.path ?? "", .system(error)))
  } catch let error as TransportError {
    throw .transport(error)
  } catch LocalCommitError.stagedOnly(let paths) {
    throw .refused(.stagedOnly(paths))
  } catch LocalCommitError.unmerged {
    throw .refused(.operationInProgress(.merging))
  } catch let failure as FilterFailure {
    throw .gitProgram(command: failure.command, message: failure.message)
  } catch ApplyError.refused(let paths) {
    throw .hostilePaths(paths)
  } catch ApplyError.needsGit(let paths) {
    throw .needsGit(paths)
  } catch {
    throw .other("\(error)")
  }
}
