internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// The work of one thread of a check: checks names, reads notes and lists media folders into its shard.
struct EntryChecker {
  var shard = CheckShard()
  let settings: CheckSettings
  let buffer = ScanBuffer(sizeLimit: VaultFolder.readLimit)
  var plain = PlainFrontMatter()
  private(set) var folderIndex: Int32 = 0

  /// Checks everything that the walk finds, on its threads.
  static func run(
    _ walk: VaultWalk, _ settings: CheckSettings
  ) -> (results: [CheckShard], findings: [LocatedFinding]) {
    walk.run { next -> CheckShard in
      var checker = EntryChecker(settings: settings)
      while let batch = next() { checker.check(batch) }
      return checker.shard
    }
  }

  private mutating func check(_ batch: WalkBatch) {
    shard.names.enter(batch.folder.path)
    folderIndex = shard.index.addFolder(batch.folder.path)
    batch.forEach { name, kind in check(name, kind, in: batch.folder) }
  }

  private mutating func check(
    _ name: UnsafeBufferPointer<UInt8>, _ kind: WalkedKind, in folder: WalkedFolder
  ) {
    if kind == .leftover { return reportLeftover(name, in: folder.path) }
    let isFolder = kind == .folder || kind == .mediaFolder || kind == .orphanMediaFolder
    shard.names.add(name, isFolder: isFolder)
    checkName(name, in: folder.path)
    switch kind {
    case .note(let hasMediaFolder):
      check(
        ScannedFile(
          name: name, folder: folder, folderIndex: folderIndex, hasMediaFolder: hasMediaFolder))
    case .mediaFolder: checkMedia(name, in: folder)
    case .orphanMediaFolder:
      guard holdsAnything(name, in: folder) else { break }
      let path = folder.path(of: name)
      shard.orphans.append(path)
      let stem = String(decoding: path.stem, as: UTF8.self)
      report(
        path, .warning, code: .mediaWithoutNote,
        message: "there is no \(stem).md beside this media folder, so its files belong to no note")
    case .file: checkSize(folder.size(of: name), folder.path(of: name))
    case .link:
      report(
        folder.path(of: name), .warning, code: .symbolicLink,
        message: "a symbolic link is not followed; its target is not part of the vault")
    case .special:
      report(
        folder.path(of: name), .warning, code: .specialFile,
        message: "neither a file nor a folder, so it is never opened")
    case .folder, .leftover, .repository: break
    }
  }

  mutating func report(
    _ path: VaultPath, _ severity: Finding.Severity, code: Finding.Code, message: String
  ) {
    shard.findings.append(LocatedFinding(path, Finding(severity, code, message: message)))
  }

  mutating func checkSize(_ size: Int64?, _ path: @autoclosure () -> VaultPath) {
    guard let size, size > settings.maximumSize else { return }
    let limit = ByteCount(settings.maximumSize)
    report(
      path(), .warning, code: .fileTooLarge,
      message:
        "\(ByteCount(size)), above the limit of \(limit) (media.max_size); it is left out of a sync"
    )
  }

  // MARK: - Names and media

  private mutating func checkName(_ name: UnsafeBufferPointer<UInt8>, in folder: VaultPath?) {
    guard !PortableName.isSurelyPortable(name) else { return }
    for problem in PortableName.problems(ofBytes: name) {
      report(
        VaultPath(in: folder, named: name), .warning,
        code: problem == .notUTF8 ? .nameNotUTF8 : .refusedName, message: "the name \(problem)")
    }
  }

  private mutating func checkMedia(_ name: UnsafeBufferPointer<UInt8>, in folder: WalkedFolder) {
    let media = folder.path(of: name)
    var isEntered = false
    do {
      try folder.forEachEntry(ofFolder: Array(name)) { name, kind, size in
        if name.first == UInt8(ascii: ".") {
          if kind == .file, VaultLayout.isTemporary(name: name) { reportLeftover(name, in: media) }
          return
        }
        if !isEntered { shard.names.enter(media) }
        isEntered = true
        shard.names.add(name, isFolder: kind == .folder)
        checkName(name, in: media)
        checkMediaFile(VaultPath(in: media, named: name), kind, size: size, from: folder)
      }
    } catch {
      report(media, .error, code: .unreadableFolder, message: "the folder cannot be read: \(error)")
    }
    shard.names.enter(folder.path)
  }

  /// False for what an interrupted import leaves, which no sync and no list knows.
  private func holdsAnything(
    _ name: UnsafeBufferPointer<UInt8>, in folder: WalkedFolder
  ) -> Bool {
    var holds = false
    do {
      try folder.forEachEntry(ofFolder: Array(name)) { _, _, _ in holds = true }
    } catch {
      return true
    }
    return holds
  }

  private mutating func reportLeftover(_ name: UnsafeBufferPointer<UInt8>, in folder: VaultPath?) {
    report(
      VaultPath(in: folder, named: name), .info, code: .leftover,
      message: "left over from an interrupted write, or part of a running one")
    shard.leftovers.append(folder)
  }

  private mutating func checkMediaFile(
    _ path: VaultPath, _ kind: FileStatus.Kind, size: Int64, from folder: WalkedFolder
  ) {
    switch kind {
    case .file:
      checkSize(size, path)
      if LargeFilePointer.sizes.contains(size), isPointer(path, from: folder) {
        report(
          path, .warning, code: .largeFileElsewhere,
          message: "Git LFS keeps this file elsewhere; git lfs pull brings it")
      }
    case .folder:
      report(
        path, .warning, code: .folderInMedia,
        message: "a folder inside a media folder; its files belong to no note")
    case .link:
      report(
        path, .warning, code: .symbolicLink,
        message: "a symbolic link is not followed, so it is not media of the note")
    default:
      report(
        path, .warning, code: .specialFile,
        message: "neither a file nor a folder, so it is never opened")
    }
  }

  private func isPointer(_ path: VaultPath, from folder: WalkedFolder) -> Bool {
    let name = Array(path.bytes.dropFirst(folder.path.map { $0.bytes.count + 1 } ?? 0)) + [0]
    var isPointer = false
    try? name.withUnsafeBufferPointer {
      guard let name = $0.baseAddress else { return }
      try buffer.read(name, in: folder.descriptor, first: nil) { bytes, _ in
        isPointer = bytes.starts(with: LargeFilePointer.header)
        return .enough
      }
    }
    return isPointer
  }
}

/// What Git LFS puts in place of a file that it keeps elsewhere (git-lfs, docs/spec.md).
private enum LargeFilePointer {
  static let header = Array("version https://git-lfs.github.com/spec/v1\n".utf8)
  /// How many bytes a pointer has: the header, a hash and a size; extensions make it longer.
  static let sizes: Range<Int64> = 120..<1024
}

extension PortableName {
  /// A fast check: true only for names without any problem, and for most of them.
  fileprivate static func isSurelyPortable(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    // A name with eight bytes or more before the first dot is not a Windows device name.
    guard name.count > 8, name.count <= maximumLength, name[name.count - 1] != UInt8(ascii: ".")
    else { return false }
    for byte in name where !isHarmless[Int(byte)] { return false }
    return !name.prefix(8).contains(UInt8(ascii: "."))
  }

  private static let isHarmless: [Bool] = (0..<256).map { value in
    let byte = UInt8(value)
    return byte.isASCIILetter || byte.isASCIIDigit || "-_.,+()'&".utf8.contains(byte)
  }
}
