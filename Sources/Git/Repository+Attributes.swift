internal import CGit2
package import VaultFormat

package enum AttributeValue: Hashable, Sendable {
  case unspecified
  /// The name alone.
  case set
  /// The name after `-`.
  case unset
  case value(String)
}

/// The conversion of a file's content between the work tree and the repository.
package enum FilterNeed: Hashable, Sendable {
  /// None: the bytes are stored as they are.
  case none
  /// Line ends or `$Id$`: `cleaned` and `worktreeContent` convert them as git does.
  case text
  /// A filter program such as LFS or git-crypt; libgit2 would store the plain bytes.
  case driver(String)
  /// A file in another encoding, stored as UTF-8; libgit2 would store the file's bytes.
  case encoding(String)

  /// Whether only the git program can convert it.
  package var needsProgram: Bool {
    switch self {
    case .none, .text: false
    case .driver, .encoding: true
    }
  }
}

extension Repository {
  /// The values of attributes, in the order of the names, read as git does: from the `.gitattributes` of the work tree,
  /// or else of the index.
  func attributes(
    _ names: [String], of path: VaultPath
  ) throws(GitError) -> [AttributeValue] {
    // The names with a NUL after each.
    let text: [CChar] = names.flatMap { Array($0.utf8CString) }
    var values = [UnsafePointer<CChar>?](repeating: nil, count: names.count)
    var options = git_attr_options()
    options.version = UInt32(GIT_ATTR_OPTIONS_VERSION)
    options.flags = UInt32(GIT_ATTR_CHECK_FILE_THEN_INDEX)
    let status = text.withUnsafeBufferPointer { text in
      var start = 0
      var pointers: [UnsafePointer<CChar>?] = names.map { name in
        defer { start += name.utf8.count + 1 }
        return text.baseAddress.map { $0 + start }
      }
      return withCString(gitPath(path)) {
        git_attr_get_many_ext(&values, handle, &options, $0, names.count, &pointers)
      }
    }
    try check(status, RuleFile.readingAttributes)
    return values.map(AttributeValue.init)
  }

  /// Whether git would convert line ends or `$Id$` of a file at this path.
  ///
  /// Reads the `.gitattributes` of each folder above: see `mayFilter(index:)`.
  package func convertsText(of path: VaultPath) throws(GitError) -> Bool {
    let values = try attributes(["ident", "text", "crlf", "eol"], of: path)
    if values[0] == .set { return true }
    return try convertsLineEndings(text: values[1], crlf: values[2], eol: values[3])
  }

  /// By `text`, or else `crlf`, its older name, or else `eol`, or else the settings.
  private func convertsLineEndings(
    text: AttributeValue, crlf: AttributeValue, eol: AttributeValue
  ) throws(GitError) -> Bool {
    switch text == .unspecified ? crlf : text {
    case .unset: return false
    case .set, .value: return true
    case .unspecified: break
    }
    if case .value = eol { return true }
    return try convertsLineEndingsByDefault()
  }

  func convertsLineEndingsByDefault() throws(GitError) -> Bool {
    let configuration = try configuration()
    guard let value = try configuration.string("core.autocrlf") else { return false }
    if value.lowercased() == "input" { return true }
    return try configuration.bool("core.autocrlf") ?? false
  }

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

  /// The bytes of a file in the work tree at this path for a blob: the opposite of `cleaned`.
  ///
  /// Runs no filter programs.
  package func worktreeContent(
    of id: ObjectID, at path: VaultPath
  ) throws(GitError) -> [UInt8] {
    let operation = "convert line endings for the work tree"
    var gitID = id.gitID
    let blob = try GitHandle(operation, free: git_blob_free) {
      git_blob_lookup($0, handle, &gitID)
    }
    var filters: OpaquePointer?
    defer { git_filter_list_free(filters) }
    let status = withCString(gitPath(path)) {
      git_filter_list_load(
        &filters, handle, blob.pointer, $0, GIT_FILTER_TO_WORKTREE,
        GIT_FILTER_DEFAULT.rawValue)
    }
    try check(status, operation)
    var buffer = git_buf()
    defer { git_buf_dispose(&buffer) }
    try check(git_filter_list_apply_to_blob(&buffer, filters, blob.pointer), operation)
    return Array(UnsafeRawBufferPointer(start: buffer.ptr, count: buffer.size))
  }
}

extension AttributeValue {
  fileprivate init(_ value: UnsafePointer<CChar>?) {
    switch git_attr_value(value) {
    case GIT_ATTR_VALUE_TRUE: self = .set
    case GIT_ATTR_VALUE_FALSE: self = .unset
    case GIT_ATTR_VALUE_STRING: self = value.map { .value(String(cString: $0)) } ?? .unspecified
    default: self = .unspecified
    }
  }
}
