internal import CGit2
package import VaultFormat

/// What `.gitattributes` say about one attribute of a path.
package enum AttributeValue: Hashable, Sendable {
  case unspecified
  /// The bare name.
  case set
  /// The name with `-` in front.
  case unset
  case value(String)
}

/// What git does to a file's content on its way into the repository and back.
package enum FilterNeed: Hashable, Sendable {
  /// Nothing: the bytes are kept as they are.
  case none
  /// Line ends or `$Id$`: `blobFromWorktree` and `worktreeContent` do as git does.
  case text
  /// Another program is run on it, such as LFS or git-crypt; libgit2 would keep the plain bytes.
  case driver(String)
  /// The file is not in UTF-8, what git keeps is; libgit2 would keep the file's own bytes.
  case encoding(String)

  /// Whether only the git program does it.
  package var isOfProgram: Bool {
    switch self {
    case .none, .text: false
    case .driver, .encoding: true
    }
  }
}

extension Repository {
  /// Reads `.gitattributes` as git does: from the work tree, else from the index.
  package func attribute(
    _ name: String, of path: VaultPath
  ) throws(GitError) -> AttributeValue {
    try attributes([name], of: path)[0]
  }

  /// - Returns: as many values as there are names, in their order.
  private func attributes(
    _ names: [String], of path: VaultPath
  ) throws(GitError) -> [AttributeValue] {
    // One after the other, each with its NUL.
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
    try check(status, "read git's attributes")
    return values.map(AttributeValue.init)
  }

  /// Whether git would change line ends or `$Id$` in a file at this path.
  ///
  /// Costs a look at the `.gitattributes` of each folder above: see `mayFilter(index:)`.
  package func changesText(of path: VaultPath) throws(GitError) -> Bool {
    let values = try attributes(["ident", "text", "crlf", "eol"], of: path)
    if values[0] == .set { return true }
    return try changesLineEnds(text: values[1], crlf: values[2], eol: values[3])
  }

  /// By `text`, else by `crlf`, its older name, else by `eol`, else by the settings.
  private func changesLineEnds(
    text: AttributeValue, crlf: AttributeValue, eol: AttributeValue
  ) throws(GitError) -> Bool {
    switch text == .unspecified ? crlf : text {
    case .unset: return false
    case .set, .value: return true
    case .unspecified: break
    }
    if case .value = eol { return true }
    return try changesLineEndsUnasked()
  }

  func changesLineEndsUnasked() throws(GitError) -> Bool {
    let configuration = try configuration()
    guard let value = try configuration.string("core.autocrlf") else { return false }
    if value.lowercased() == "input" { return true }
    return try configuration.bool("core.autocrlf") ?? false
  }

  /// The bytes that a file with this content has in the work tree at this path.
  ///
  /// Does what `blobFromWorktree` undoes, and leaves out what that leaves out.
  package func worktreeContent(
    of id: ObjectID, at path: VaultPath
  ) throws(GitError) -> [UInt8] {
    let operation = "give a file the line ends of the work tree"
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
