internal import Git
internal import System
internal import VaultFormat
internal import VaultStore

/// What git's filters and encodings make of contents, run by the git program.
///
/// Git makes bytes and nothing else: tl decides what is recorded and puts into the folder what arrives. Of many
/// files the most go through one process. A filter that fails is an error, whether the settings require it or
/// not, so that no plain content is kept in the place of what a filter was to make of it.
///
/// Attributes are those of the moment of the first question; for one look at the folder, one commit, or one
/// application of a change set.
final class GitFilters {
  private let program: FilterProgram
  private let repository: Repository
  private let vault: VaultFolder
  private let view: AttributeView
  private var knownDrivers: FilterDrivers?
  private var hashing: [Bool: GitConversation] = [:]
  private var showing: GitConversation?
  /// A name that no object has, which marks the end of a content.
  private let mark =
    "tl-end-\(UInt64.random(in: .min ... .max))-\(UInt64.random(in: .min ... .max))"

  /// - Parameter view: where git looks for attributes.
  init(
    _ program: FilterProgram, _ repository: Repository, _ vault: VaultFolder, view: AttributeView
  ) {
    self.program = program
    self.repository = repository
    self.vault = vault
    self.view = view
  }

  deinit {
    for conversation in hashing.values { conversation.finish() }
    showing?.finish()
  }

  /// Whether this device has the program of a filter that is to run on what is recorded.
  func cleans(_ need: FilterNeed) throws(FilterFailure) -> Bool {
    guard case .driver(let name) = need else { return true }
    return try drivers().cleans(name)
  }

  private func drivers() throws(FilterFailure) -> FilterDrivers {
    if let knownDrivers { return knownDrivers }
    // It ends with 1 where nothing is set.
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
    let place = try place()
    let output: ChildProcess.Output
    do {
      output = try ChildProcess.run(
        program.command(place + arguments, variables), input: input, limit: limit,
        limits: FilterProgram.limits)
    } catch {
      throw FilterFailure(name, saying: "it did not answer")
    }
    guard statuses.contains(output.status) else {
      throw FilterFailure(name, saying: output.talk)
    }
    return output.bytes
  }

  private func place() throws(FilterFailure) -> [String] {
    do {
      return try view.place()
    } catch {
      throw FilterFailure("git", saying: "\(error)")
    }
  }
}

// MARK: - What git keeps

extension GitFilters {
  /// The id of what git keeps of a file.
  ///
  /// - Parameters:
  ///   - content: the file as it was read; no other content is kept.
  ///   - writes: whether the object is written too.
  func kept(
    _ content: FileContent, at path: VaultPath, writes: Bool
  ) throws(FilterFailure) -> ObjectID {
    if content.status.isSettled(at: program.now), let id = try keptOfFile(path, writes: writes),
      (try? vault.status(path)) == content.status
    {
      return id
    }
    return try kept(content.bytes, at: path, writes: writes)
  }

  /// The id of what git would keep of a file with these bytes.
  func kept(
    _ bytes: [UInt8], at path: VaultPath, writes: Bool
  ) throws(FilterFailure) -> ObjectID {
    guard path.isUTF8 else {
      throw FilterFailure("git hash-object", saying: "the name is not in UTF-8")
    }
    let arguments =
      ["hash-object"] + (writes ? ["-w"] : []) + [
        "--stdin", "--path=\(repository.wholePath(path).text)",
      ]
    let output = try run(arguments, try drivers().requiring(.clean), input: bytes)
    return try id(in: output)
  }

  /// The same of the file that is there, by the process that does many.
  ///
  /// - Returns: nil where the file is to be given by its bytes.
  private func keptOfFile(
    _ path: VaultPath, writes: Bool
  ) throws(FilterFailure) -> ObjectID? {
    guard try !view.isOverlay() else { return nil }
    let conversation: GitConversation
    if let running = hashing[writes] {
      conversation = running
    } else {
      conversation = try start(
        ["hash-object"] + (writes ? ["-w"] : []) + ["--stdin-paths"], .clean)
      hashing[writes] = conversation
    }
    let answer = conversation.ask(repository.wholePath(path).quotedLine, limit: 1 << 10) {
      $0.last == 0x0A
    }
    guard let answer else {
      hashing[writes] = nil
      throw FilterFailure("git hash-object", saying: conversation.finish())
    }
    return try id(in: answer)
  }

  private func id(in output: [UInt8]) throws(FilterFailure) -> ObjectID {
    guard let id = ObjectID(hex: String(decoding: output.prefix { $0 != 0x0A }, as: UTF8.self))
    else { throw FilterFailure("git hash-object", saying: "it named no object") }
    return id
  }

  private func start(
    _ arguments: [String], _ direction: FilterDirection
  ) throws(FilterFailure) -> GitConversation {
    let (place, variables) = (try place(), try drivers().requiring(direction))
    do {
      return try GitConversation(program.command(place + arguments, variables))
    } catch {
      throw FilterFailure("git \(arguments.first ?? "")", saying: error.reason)
    }
  }
}

// MARK: - What the folder gets

extension GitFilters {
  /// The bytes that a file has in the folder, of which git keeps this object.
  func shown(_ id: ObjectID, at path: VaultPath) throws(FilterFailure) -> [UInt8] {
    let path = repository.wholePath(path)
    guard path.isOneWordLine else {
      guard path.isUTF8 else {
        throw FilterFailure("git cat-file", saying: "the name is not in UTF-8")
      }
      return try run(
        ["cat-file", "--filters", "--path=\(path.text)", id.hex],
        try drivers().requiring(.smudge), limit: Repository.largestBlob)
    }
    let conversation: GitConversation
    if let running = showing {
      conversation = running
    } else {
      // The size that git would tell is that of what it keeps.
      conversation = try start(
        ["cat-file", "--batch=%(objectname)", "--filters"], .smudge)
      showing = conversation
    }
    let question = Array(id.hex.utf8) + [0x20] + path.bytes + [0x0A] + Array("\(mark) x\n".utf8)
    let end = Array("\n\(mark) missing\n".utf8)
    let answer = conversation.ask(question, limit: Repository.largestBlob) {
      $0.count >= end.count && $0.suffix(end.count).elementsEqual(end)
    }
    let head = Array("\(id.hex)\n".utf8)
    guard let answer, answer.starts(with: head) else {
      showing = nil
      throw FilterFailure("git cat-file", saying: conversation.finish())
    }
    return Array(answer[head.count..<(answer.count - end.count)])
  }
}

extension VaultPath {
  /// The path as a line that git reads whatever bytes are in it: in quotes, odd bytes as octal numbers.
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

  /// Whether the path is all that stands behind the blank of a line: git takes blanks in front and a carriage
  /// return at the end for no part of it.
  fileprivate var isOneWordLine: Bool {
    !bytes.contains(0x0A) && bytes.last != 0x0D && bytes.first != 0x20 && bytes.first != 0x09
  }
}
