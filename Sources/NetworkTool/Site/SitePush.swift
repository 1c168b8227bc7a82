internal import CommandLineTool
internal import Git
internal import Publishing
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import Words

/// `tl site push`: a commit of the site on top of a branch of a remote, which the user's own settings name.
struct SitePush {
  let session: Session
  /// Absolute; a site is in it.
  let folder: String

  private static let usualBranch = "gh-pages"
  private static let largest = Repository.largestBlob

  func run(isDryRun: Bool) throws {
    let vault = try session.openVault().vault
    let user = session.userConfiguration
    guard let address = user.siteRemote else {
      throw Problem(
        usage: "where to? site_remote is not set in \(user.path ?? "~/.config/tl/config.yaml")",
        hint: "such as site_remote: git@example.org:me/site.git")
    }
    let branch = "refs/heads/\(user.siteBranch ?? Self.usualBranch)"
    let site = try SiteFolder(opening: folder, besides: vault.folder.path)
    let here = try site.manifest().shown
    guard !here.files.isEmpty, here.files.values.allSatisfy({ $0.sha256 != nil }) else {
      throw Problem("there is no whole site in \(folder)", hint: "tl site build makes it")
    }
    guard here.isPublic else {
      throw Problem(
        "\(folder) has what a circle sees, or a book, which is not for everybody",
        hint: "tl site build FOLDER makes the public site", kind: .refused)
    }
    let repository = try repository()
    try repository.checkName(branch)
    let remote = try Remote(
      address: address, in: repository,
      network: session.environment.networkSettings(isInteractive: session.isInteractive))
    let base = try remote.fetch(progress: { _ in !Interruption.isAsked }) { _ in branch }.branch
    let tree = try base.map { try repository.commit($0).rootTree }
    let there = try manifest(in: tree, repository)
    let plan = SitePushPlan(of: here, over: there)
    try check(plan, over: tree, in: repository)
    if isDryRun {
      for path in plan.written { try session.console.line(TerminalText.line("write \(path)")) }
      for path in plan.removed { try session.console.line(TerminalText.line("remove \(path)")) }
      return
    }
    let new = try self.tree(plan, here, site, onto: tree, in: repository)
    guard new != tree else { return session.console.say("the branch has the site as it is") }
    let commit = try commit(new, onto: base, plan, in: repository)
    let result = try remote.push(commit, to: branch, progress: { _ in !Interruption.isAsked })
    for line in result.message.split(separator: "\n") { session.console.say(String(line)) }
    session.console.say(
      "\(plan.written.count.counted("file")) written and \(plan.removed.count) removed on "
        + "\(branch.dropFirst("refs/heads/".count)) of \(remote.pushAddress.publicText)")
  }

  /// One for each folder of a site, outside of vaults; it has what was pushed before.
  private func repository() throws -> Repository {
    guard let state = session.environment.stateFolder else {
      throw Problem("there is no place for a repository", hint: "set HOME or XDG_STATE_HOME")
    }
    let path = "\(state)/site/\(SHA1.digest(of: Array(folder.utf8)).hex.prefix(16))"
    if try Repository.isRepository(at: path) { return try Repository(openingRoot: path) }
    return try Repository.create(at: path, initialBranch: "site")
  }

  private func manifest(in tree: ObjectID?, _ repository: Repository) throws -> SiteManifest {
    guard let tree, let path = VaultPath(SiteManifest.name),
      let entry = try repository.entry(at: path, inTree: tree)
    else { return SiteManifest() }
    guard let manifest = SiteManifest(try repository.blob(entry.id)) else {
      throw Problem(
        "the branch has another manifest.json, so tl does not know which files are its own",
        hint: "name another branch with site_branch", kind: .refused)
    }
    return manifest
  }

  /// - Throws: for files of somebody else on the branch, which nothing takes away.
  private func check(
    _ plan: SitePushPlan, over tree: ObjectID?, in repository: Repository
  ) throws {
    let lost = try plan.losses { text in
      guard let path = VaultPath(text), let entry = try repository.entry(at: path, inTree: tree)
      else { return nil }
      return entry.mode.isRegular ? try repository.blob(entry.id) : []
    }
    guard lost.isEmpty else {
      throw Problem(
        "\(Problem.list(lost)): not on the branch as tl pushed \(lost.count == 1 ? "it" : "them"), so nothing was pushed",
        hint: "remove what is yours from the branch, or name another one with site_branch",
        kind: .refused)
    }
  }

  private func tree(
    _ plan: SitePushPlan, _ manifest: SiteManifest, _ site: SiteFolder, onto tree: ObjectID?,
    in repository: Repository
  ) throws -> ObjectID {
    var changes: [VaultPath: TreeEntry?] = [:]
    for text in plan.removed {
      if let path = VaultPath(text) { changes.updateValue(nil, forKey: path) }
    }
    for text in plan.written {
      guard let path = VaultPath(text), let entry = manifest.files[text],
        let bytes = site.content(of: text, as: entry, limit: Self.largest)
      else {
        throw Problem(
          "\(text) in \(folder) is not as tl wrote it, or too large for git, so nothing was pushed",
          hint: "tl site build --force writes it anew", kind: .refused)
      }
      changes[path] = TreeEntry(id: try repository.writeBlob(bytes))
    }
    if let path = VaultPath(SiteManifest.name) {
      changes[path] = TreeEntry(id: try repository.writeBlob(manifest.text))
    }
    return try repository.writeTree(tree, applying: changes)
  }

  /// By nobody in particular: commits of a site are as public as the site.
  private func commit(
    _ tree: ObjectID, onto base: ObjectID?, _ plan: SitePushPlan, in repository: Repository
  ) throws -> ObjectID {
    let signature = Signature(
      name: "tl", email: "tl@localhost", time: session.surroundings.now(), offsetMinutes: 0)
    let message =
      "site: \(plan.written.count.counted("file")) written, \(plan.removed.count) removed\n"
    return try repository.writeCommit(
      tree: tree, parents: [base].compactMap(\.self), author: signature, committer: signature,
      message: message)
  }
}

extension Problem {
  /// With hints for sites: those of a sync are about the remote of the vault.
  init(ofSite error: TransportError) {
    self.init(error)
    switch error {
    case .authentication(.noPassword, _):
      hints = ["run tl site push on a terminal, or put the password or token into TL_GIT_TOKEN"]
    case .authentication(.passwordRefused, _):
      hints = ["a password or token in TL_GIT_TOKEN is used before what git has stored"]
    case .authentication:
      hints = [
        "ssh -v HOST shows the keys that are tried; the server of site_remote has to know one"
      ]
    case .changedHost, .notGitProtocol: break
    case .unknownHost:
      hints = ["ssh HOST once, with the host of site_remote; compare its key, and accept it"]
    default:
      hints = [
        "site_remote and site_branch in ~/.config/tl/config.yaml say where to; tl site push tries again"
      ]
    }
  }
}
