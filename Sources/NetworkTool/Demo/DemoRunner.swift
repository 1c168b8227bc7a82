internal import CommandLineTool
internal import DemoVault
internal import Synchronization
internal import SystemCalls
internal import VaultFormat
internal import Words

/// Runs `tl demo`.
struct DemoRunner {
  let session: Session

  /// How many photos are there before the page opens: more than its first screens show.
  private static let first = 48

  func answer(_ request: DemoRequest) throws {
    let vault = DemoVault(today: session.now.day)
    Interruption.listen()
    switch request {
    case .write(let path):
      guard (try? FileDescriptor.status(ofPath: path)) == nil else {
        throw Problem("\(path) exists", hint: "tl demo --into makes a new folder")
      }
      session.console.say("drawing \(DemoVault.photoCount) photos")
      try DemoWriting(vault.files, in: path).run(threads: ThisDevice.processorCount)
      if Interruption.isAsked {
        throw Problem("interrupted", hint: "\(path) holds a part of the vault, and can be removed")
      }
      try session.console.line(path)
    case .serve(let settings):
      let folder = try PrivateFolder("demo", session.environment)
      // The page shows the name of this folder.
      let path = "\(folder.path)/family"
      let split = (vault.files.firstIndex(where: \.isDrawn) ?? 0) + Self.first
      try DemoWriting(vault.files.prefix(split), in: path).run(threads: ThisDevice.processorCount)
      let rest = DemoWriting(vault.files.dropFirst(split), in: path)
      // One thread: the others answer the browser.
      let thread = try BackgroundThread { try? rest.run(threads: 1) }
      defer {
        rest.stop()
        thread.join()
        withExtendedLifetime(folder) {}
      }
      if Interruption.isAsked { return }
      session.console.say(
        "a family that does not exist, with 2,000 notes and 600 photos, of which the older ones appear within some seconds"
      )
      try PageRunner(session: session.apart(vault: path, in: folder.path)).answer(.start(settings))
    }
  }
}

/// Writes files of a demo, until it is stopped or Ctrl-C ends the command.
private final class DemoWriting: Sendable {
  private let files: [DemoFile]
  private let vault: SystemFolder
  private let isStopped = Atomic(false)

  init(_ files: some Sequence<DemoFile>, in path: String) {
    self.files = Array(files)
    vault = SystemFolder(path: path)
  }

  func stop() { isStopped.store(true, ordering: .relaxed) }

  func run(threads: Int) throws(SystemError) {
    let problems = ThreadTeam.map(files, threads: threads) { file -> SystemError? in
      do throws(SystemError) {
        try write(file)
        return nil
      } catch {
        stop()
        return error
      }
    }
    if let problem = problems.lazy.compactMap(\.self).first { throw problem }
  }

  /// The page never finds half of a file.
  private func write(_ file: DemoFile) throws(SystemError) {
    if isStopped.load(ordering: .relaxed) || Interruption.isAsked { return }
    let parent = SystemPath.parent(of: file.path)
    try SystemPath.makeFolders(vault.path(of: parent))
    let name = "\(parent)/.new-" + file.path.dropFirst(parent == "." ? 0 : parent.utf8.count + 1)
    try vault.create(name, content: file.bytes())
    try vault.move(name, to: file.path)
  }
}
