internal import CGit2
package import VaultFormat

extension Repository {
  /// The bytes that git stores for a file of the work tree, for paths whose `filterNeed(of:)` is `.text`.
  ///
  /// Does not read the work tree, so that what is stored is what the caller has read. Runs no filter programs.
  ///
  /// - Throws: if `core.safecrlf` forbids an irreversible conversion.
  package func cleaned(_ bytes: [UInt8], at path: VaultPath) throws(GitError) -> [UInt8] {
    let operation = "convert line endings for git"
    var filters: OpaquePointer?
    defer { git_filter_list_free(filters) }
    let status = withCString(gitPath(path)) {
      git_filter_list_load(
        &filters, handle, nil, $0, GIT_FILTER_TO_ODB, GIT_FILTER_DEFAULT.rawValue)
    }
    try check(status, operation)
    guard filters != nil, !bytes.isEmpty else { return bytes }
    var buffer = git_buf()
    defer { git_buf_dispose(&buffer) }
    let applied = bytes.withUnsafeBytes {
      git_filter_list_apply_to_buffer(
        &buffer, filters, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
    }
    try check(applied, operation)
    return Array(UnsafeRawBufferPointer(start: buffer.ptr, count: buffer.size))
  }
}
