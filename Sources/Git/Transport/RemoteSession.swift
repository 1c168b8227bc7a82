internal import CGit2

/// A libgit2 connection to a remote, with the callbacks of a `Transfer`.
final class RemoteSession {
  /// The name of the first operation, for errors.
  static let connecting = "connect"

  let transfer: Transfer
  private let remote: GitHandle
  /// A C string for libgit2.
  private let proxy: UnsafeMutableBufferPointer<CChar>?
  private var callbacks = git_remote_callbacks()

  /// - Parameter transfer: with the address of the session, to which no `insteadOf` is applied any more.
  init(_ transfer: Transfer, in repository: Repository) throws(GitError) {
    try SocketStream.register()
    self.transfer = transfer
    // A relative path is relative to the work tree, not to the current folder.
    let address = transfer.server.address
    let place = if case .file(let path) = address.kind { path } else { address.text }
    remote = try GitHandle(Self.connecting, free: git_remote_free) { remote in
      var options = git_remote_create_options()
      let status = git_remote_create_options_init(
        &options, UInt32(GIT_REMOTE_CREATE_OPTIONS_VERSION))
      guard status == 0 else { return status }
      options.repository = repository.handle
      options.flags = GIT_REMOTE_CREATE_SKIP_INSTEADOF.rawValue
      return git_remote_create_with_opts(remote, place, &options)
    }
    proxy = transfer.ownProxy.map { url in
      let text = UnsafeMutableBufferPointer<CChar>.allocate(capacity: url.utf8CString.count)
      _ = text.initialize(from: url.utf8CString)
      return text
    }
    try check(
      git_remote_init_callbacks(&callbacks, UInt32(GIT_REMOTE_CALLBACKS_VERSION)), Self.connecting)
    setCallbacks()
  }

  deinit {
    proxy?.deallocate()
  }

  /// Ends the connection and its program.
  func end() {
    git_remote_disconnect(remote.pointer)
  }

  func connect(_ direction: git_direction) throws(GitError) {
    guard transfer.report(TransferProgress(.connecting)) else {
      throw GitError(.other, operation: Self.connecting, message: "cancelled")
    }
    var options = git_remote_connect_options()
    try check(
      git_remote_connect_options_init(&options, UInt32(GIT_REMOTE_CONNECT_OPTIONS_VERSION)),
      Self.connecting)
    options.callbacks = callbacks
    setProxy(in: &options.proxy_opts)
    options.follow_redirects = redirects
    try check(git_remote_connect_ext(remote.pointer, direction, &options), Self.connecting)
  }

  func references() throws(GitError) -> Remote.References {
    let operation = "list the remote's references"
    var heads: UnsafeMutablePointer<UnsafePointer<git_remote_head>?>?
    var count = 0
    try check(git_remote_ls(&heads, &count, remote.pointer), operation)
    var entries: [Remote.References.Entry] = []
    for head in UnsafeBufferPointer(start: heads, count: count) {
      guard let head = head?.pointee, let name = head.name.map({ String(cString: $0) }),
        name.hasPrefix("refs/"), !name.hasSuffix("^{}")
      else { continue }
      entries.append(.init(name: name, id: ObjectID(head.oid)))
    }
    let branch = try? textFromBuffer(operation) { git_remote_default_branch($0, remote.pointer) }
    return Remote.References(defaultBranch: branch, entries: entries)
  }

  /// Downloads the objects of one reference; moves no local reference.
  func download(_ reference: String) throws(GitError) {
    let operation = "fetch"
    var options = git_fetch_options()
    try check(git_fetch_options_init(&options, UInt32(GIT_FETCH_OPTIONS_VERSION)), operation)
    options.callbacks = callbacks
    setProxy(in: &options.proxy_opts)
    options.follow_redirects = redirects
    options.download_tags = GIT_REMOTE_DOWNLOAD_TAGS_NONE
    options.update_fetchhead = 0
    try check(
      withGitStrings(reference) { git_remote_download(remote.pointer, $0, &options) }, operation)
  }

  /// Moves a reference of the remote; moves no local one.
  func push(_ refspec: String) throws(GitError) {
    let operation = "push"
    var options = git_push_options()
    try check(git_push_options_init(&options, UInt32(GIT_PUSH_OPTIONS_VERSION)), operation)
    options.callbacks = callbacks
    setProxy(in: &options.proxy_opts)
    options.follow_redirects = redirects
    // As many threads as processors.
    options.pb_parallelism = 0
    try check(
      withGitStrings(refspec) { git_remote_upload(remote.pointer, $0, &options) }, operation)
  }

  private func setProxy(in options: inout git_proxy_options) {
    options.type =
      switch transfer.ownProxy {
      case nil: GIT_PROXY_AUTO
      case ""?: GIT_PROXY_NONE
      case _?: GIT_PROXY_SPECIFIED
      }
    options.url = UnsafePointer(proxy?.baseAddress)
  }

  /// Follows a redirect only if its target is known: behind a proxy a password could reach another server.
  private var redirects: git_remote_redirect_t {
    transfer.usesProxy ? GIT_REMOTE_REDIRECT_NONE : GIT_REMOTE_REDIRECT_INITIAL
  }

  private func setCallbacks() {
    callbacks.payload = Unmanaged.passUnretained(transfer).toOpaque()
    callbacks.sideband_progress = { bytes, count, payload in
      guard let transfer = Transfer.at(payload), let bytes, count > 0 else { return 0 }
      transfer.serverMessages.append(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
      return transfer.report(transfer.state) ? 0 : GIT_EUSER.rawValue
    }
    callbacks.transfer_progress = { progress, payload in
      guard let transfer = Transfer.at(payload), let progress = progress?.pointee else { return 0 }
      return transfer.report(TransferProgress(progress)) ? 0 : GIT_EUSER.rawValue
    }
    callbacks.pack_progress = { _, current, total, payload in
      guard let transfer = Transfer.at(payload) else { return 0 }
      let state = TransferProgress(.packing, done: Int(current), total: Int(total))
      return transfer.report(state) ? 0 : GIT_EUSER.rawValue
    }
    callbacks.push_transfer_progress = { current, total, _, payload in
      guard let transfer = Transfer.at(payload) else { return 0 }
      let state = TransferProgress(.sending, done: Int(current), total: Int(total))
      return transfer.report(state) ? 0 : GIT_EUSER.rawValue
    }
    callbacks.push_update_reference = { name, status, payload in
      guard let transfer = Transfer.at(payload), let name, let status else { return 0 }
      transfer.refusals.append((String(cString: name), String(cString: status)))
      return 0
    }
    callbacks.credentials = { out, _, _, allowed, payload in
      Transfer.at(payload)?.answer(out, allowed: allowed) ?? GIT_PASSTHROUGH.rawValue
    }
    // Accepts only what libgit2 itself considers valid.
    callbacks.certificate_check = { _, _, _, _ in GIT_PASSTHROUGH.rawValue }
    if transfer.server.isStarted { callbacks.transport = ProgramTransport.makeTransport }
  }
}

extension Transfer {
  fileprivate static func at(_ payload: UnsafeMutableRawPointer?) -> Transfer? {
    payload.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// libgit2's request for a name and a password; repeated if they are refused.
  fileprivate func answer(
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<git_credential>?>?, allowed: UInt32
  ) -> Int32 {
    guard allowed & GIT_CREDENTIAL_USERPASS_PLAINTEXT.rawValue != 0 else {
      return GIT_PASSTHROUGH.rawValue
    }
    // A password for the first server must not reach another one.
    guard isAtFirstHost else {
      mayRetryWithGit = true
      return fail(
        .authentication(message: "the server redirected to another one, which asks for a password"))
    }
    guard let answer = credentials.next() else {
      return fail(.authentication(message: credentials.refusal))
    }
    return git_credential_userpass_plaintext_new(out, answer.user, answer.password)
  }
}

extension TransferProgress {
  fileprivate init(_ progress: git_indexer_progress) {
    let resolves = progress.total_deltas > 0 && progress.received_objects == progress.total_objects
    self.init(
      resolves ? .resolving : .receiving,
      done: Int(resolves ? progress.indexed_deltas : progress.received_objects),
      total: Int(resolves ? progress.total_deltas : progress.total_objects))
  }
}

/// Calls `body` with one text as a list for libgit2.
private func withGitStrings(
  _ text: String, _ body: (UnsafePointer<git_strarray>?) -> Int32
) -> Int32 {
  withCString(text.utf8) { text in
    var pointers = [Optional(UnsafeMutablePointer(mutating: text))]
    return pointers.withUnsafeMutableBufferPointer { pointers in
      var list = git_strarray(strings: pointers.baseAddress, count: pointers.count)
      return body(&list)
    }
  }
}
