internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// Converts contents with git's filters and encodings, run by the git program.
///
/// Git only makes bytes: tl decides what is recorded, and writes the folder's files. Most files go through one
/// long-running process. A failing filter is an error, even if the settings do not require it, so that no plain content
/// is stored in place of filtered content.
///
/// The attributes are those at the first use; for one scan of the folder, one commit, or one application of a change
/// set.
final class GitFilters {
  private let program: FilterProgram
  private let repository: Repository
  private let vault: VaultFolder
  private let view: AttributeView
  private var knownDrivers: FilterDrivers?
  private var hashProcesses: [Bool: GitQueryProcess] = [:]
  private var catFileProcess: GitQueryProcess?
  /// Not the name of an object; marks the end of a content.
  private let mark =
    "tl-end-\(UInt64.random(in: .min ... .max))-\(UInt64.random(in: .min ... .max))"

  /// - Parameter view: where git looks for attributes.
  init(
    _ program: FilterProgram, repository: Repository, vault: VaultFolder, view: AttributeView
  ) {
    self.program = program
    self.repository = repository
    self.vault = vault
    self.view = view
  }

  deinit {
    for process in hashProcesses.values { process.finish() }
    catFileProcess?.finish()
  }

  /// Whether this device has the program of a filter for recording.
  func cleans(_ need: FilterNeed) throws(FilterFailure) -> Bool {
    guard case .driver(let name) = need else { return true }
    return try drivers().cleans(name)
  }

  private func drivers() throws(FilterFailure) -> FilterDrivers {
    if let knownDrivers { return knownDrivers }
    // It exits with 1 if nothing is set.
    let output = try run(
      ["config", "-z", "--get-regexp", #"^filter\..*\.(clean|smudge|process)$"#], [:],
      allowing: [0, 1])
    let drivers = FilterDrivers(parsing: output)
    knownDrivers = drivers
    return drivers
  }

  private func run(
    _ arguments: [String], _ variables: [String: String], input: [UInt8] = [],
    limit: Int = 1 << 24, allowing statuses: Set<Int32> = [0]
  ) throws(FilterFailure) -> [UInt8] {
    let name = "git \(arguments.first ?? "")"
    let place = try view.place()
    let output: ChildProcess.Output
    do {
      output = try ChildProcess.run(
        program.command(place + arguments, variables), input: input, limit: limit,
        timeouts: FilterProgram.timeouts)
    } catch {
      throw FilterFailure(name, message: "it did not answer")
    }
    guard statuses.contains(output.status) else {
      throw FilterFailure(name, message: output.errorOutput)
    }
    return output.bytes
  }
}

// MARK: - From the folder to git

extension GitFilters {
  /// The id of the blob for a file.
  ///
  /// - Parameters:
  ///   - content: the file as it was read; no other content is stored.
  ///   - writes: whether the object is written.
  func cleaned(
    _ content: FileContent, at path: VaultPath, writes: Bool
  ) throws(FilterFailure) -> ObjectID {
    if content.status.isSettled(at: program.now), let id = try cleanedFile(path, writes: writes),
      (try? vault.status(path)) == content.status
    {
      return id
    }
    return try cleaned(content.bytes, at: path, writes: writes)
  }

  /// The id of the blob for a file with these bytes.
  func cleaned(
    _ bytes: [UInt8], at path: VaultPath, writes: Bool
  ) throws(FilterFailure) -> ObjectID {
    guard path.isUTF8 else {
      throw FilterFailure("git hash-object", message: "the file name is not UTF-8")
    }
    let arguments =
      ["hash-object"] + (writes ? ["-w"] : []) + [
        "--stdin", "--path=\(repository.repositoryPath(path).text)",
      ]
    let output = try run(arguments, try drivers().requiring(.clean), input: bytes)
    return try id(in: output)
  }

  /// Cleans the file in the folder by the long-running process.
  ///
  /// - Returns: nil if the file has to be passed as bytes.
  private func cleanedFile(
    _ path: VaultPath, writes: Bool
  ) throws(FilterFailure) -> ObjectID? {
    guard try !view.isOverlay() else { return nil }
    let process: GitQueryProcess
    if let running = hashProcesses[writes] {
      process = running
    } else {
      process = try start(
        ["hash-object"] + (writes ? ["-w"] : []) + ["--stdin-paths"], .clean)
      hashProcesses[writes] = process
    }
    let answer = process.ask(repository.repositoryPath(path).quotedLine, limit: 1 << 10) {
      $0.last == 0x0A
    }
    guard let answer else {
      hashProcesses[writes] = nil
      throw FilterFailure("git hash-object", message: process.finish())
    }
    return try id(in: answer)
  }

  private func id(in output: [UInt8]) throws(FilterFailure) -> ObjectID {
    guard let id = ObjectID(hex: String(decoding: output.prefix { $0 != 0x0A }, as: UTF8.self))
    else { throw FilterFailure("git hash-object", message: "it printed no object id") }
    return id
  }

  private func start(
    _ arguments: [String], _ direction: FilterDirection
  ) throws(FilterFailure) -> GitQueryProcess {
    let (place, variables) = (try view.place(), try drivers().requiring(direction))
    do {
      return try GitQueryProcess(program.command(place + arguments, variables))
    } catch {
      throw FilterFailure("git \(arguments.first ?? "")", message: error.reason)
    }
  }
}

// MARK: - From git to the folder

extension GitFilters {
  /// The bytes of a file in the folder for this blob.
  ///
  /// - Throws: with `isTooLarge` for more than `largestFile` of the program.
  func smudged(_ id: ObjectID, at path: VaultPath) throws(FilterFailure) -> [UInt8] {
    let path = repository.repositoryPath(path)
    guard path.isOneWordLine else {
      guard path.isUTF8 else {
        throw FilterFailure("git cat-file", message: "the file name is not UTF-8")
      }
      let bytes = try run(
        ["cat-file", "--filters", "--path=\(path.text)", id.hex],
        try drivers().requiring(.smudge), limit: program.largestFile + 1)
      guard bytes.count <= program.largestFile else { throw tooLarge() }
      return bytes
    }
    let process: GitQueryProcess
    if let running = catFileProcess {
      process = running
    } else {
      // Git would print the size of the blob, not of the result.
      process = try start(
        ["cat-file", "--batch=%(objectname)", "--filters"], .smudge)
      catFileProcess = process
    }
    let question = Array(id.hex.utf8) + [0x20] + path.bytes + [0x0A] + Array("\(mark) x\n".utf8)
    let end = Array("\n\(mark) missing\n".utf8)
    let head = Array("\(id.hex)\n".utf8)
    let answer = process.ask(question, limit: head.count + program.largestFile + end.count) {
      $0.count >= end.count && $0.suffix(end.count).elementsEqual(end)
    }
    guard let answer, answer.starts(with: head) else {
      catFileProcess = nil
      let message = process.finish()
      throw process.isOverLimit ? tooLarge() : FilterFailure("git cat-file", message: message)
    }
    return Array(answer[head.count..<(answer.count - end.count)])
  }

  private func tooLarge() -> FilterFailure {
    FilterFailure(
      "git cat-file", message: "the filter made over \(program.largestFile) bytes",
      isTooLarge: true)
  }
}

extension VaultPath {
  /// The path as a line for git, whatever its bytes: quoted, with octal escapes.
  fileprivate var quotedLine: [UInt8] {
    var line = [UInt8(ascii: "\"")]
    for byte in bytes {
      if byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
        line.append(byte)
      } else {
        line.append(UInt8(ascii: "\\"))
        for shift in [6, 3, 0] as [UInt8] { line.append(UInt8(ascii: "0") + (byte >> shift & 7)) }
      }
    }
    return line + [UInt8(ascii: "\""), 0x0A]
  }

  /// Whether git reads the path unchanged at the end of a line: it drops leading spaces and a trailing carriage return.
  fileprivate var isOneWordLine: Bool {
    !bytes.contains(0x0A) && bytes.last != 0x0D && bytes.first != 0x20 && bytes.first != 0x09
  }
}
