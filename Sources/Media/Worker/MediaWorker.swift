internal import SystemCalls

/// A running tl-media, used by one thread.
///
/// What it says is not trusted: a picture may have taken it over. Ended on deinit.
final class MediaWorker {
  let formats: Set<MediaFormat>
  private let process: ChildProcess
  private let deadline: Deadline

  /// When the wait for the worker ends.
  private final class Deadline {
    var end: Int64 = .max
    var isPassed: Bool { MonotonicClock.nanoseconds() >= end }

    func set(milliseconds: Int) {
      end = MonotonicClock.nanoseconds() + Int64(milliseconds) * 1_000_000
    }
  }

  /// Starts the program and waits until it is ready.
  ///
  /// - Parameters:
  ///   - patience: milliseconds for the start.
  ///   - shouldContinue: false ends every wait, with `.cancelled`.
  init(
    _ program: String, patience: Int, shouldContinue: @escaping () -> Bool
  ) throws(VariantFailure) {
    let command = ChildCommand(
      program: program, arguments: [],
      // Fewer pools of memory, which would each take some of the limit.
      environment: ["LC_ALL": "C", "MALLOC_ARENA_MAX": "2", "VIPS_WARNING": "0"],
      hasOwnGroup: true)
    let deadline = Deadline()
    deadline.set(milliseconds: patience)
    self.deadline = deadline
    let timeouts = SocketTimeouts(idle: .max) { shouldContinue() && !deadline.isPassed }
    do {
      process = try ChildProcess(withInheritedSocket: command, timeouts: timeouts)
    } catch {
      throw .noWorker
    }
    guard let first = Self.read(process, WorkerMessage.size, deadline),
      case .ready(let formats, _)? = WorkerMessage(first)
    else { throw shouldContinue() ? .noWorker : .cancelled }
    self.formats = formats
    self.shouldContinue = shouldContinue
  }

  private let shouldContinue: () -> Bool

  var pid: Int32 { process.pid }

  /// Makes all variants of a picture.
  ///
  /// After `.crashed`, `.timeout` and `.cancelled` the worker is of no use.
  ///
  /// - Parameters:
  ///   - patience: milliseconds for the whole picture.
  ///   - onVariant: called as each is there.
  func make(
    _ file: borrowing FileDescriptor, patience: Int, onVariant: (VariantEdge, Variant) -> Void
  ) throws(VariantFailure) {
    deadline.set(milliseconds: patience)
    try send(.picture, file)
    var facts: PictureFacts?
    var made: Set<VariantEdge> = []
    while true {
      switch try nextMessage() {
      case .facts(let new) where facts == nil: facts = new
      case .variant(let edge, let size, let length):
        guard let facts, VariantEdge.needed(for: facts.size).contains(edge),
          made.insert(edge).inserted
        else { throw .crashed }
        let bytes = try read(length)
        guard PlainWebP.size(of: bytes) == size else { throw .crashed }
        onVariant(edge, Variant(bytes: bytes, size: size, facts: facts))
      case .done(let failure?): throw failure
      case .done(nil):
        guard let facts, made.count == VariantEdge.needed(for: facts.size).count else {
          throw .crashed
        }
        return
      default: throw .crashed
      }
    }
  }

  /// Makes a smaller copy of a picture.
  ///
  /// After `.crashed`, `.timeout` and `.cancelled` the worker is of no use.
  ///
  /// - Parameters:
  ///   - side: the longest of the copy, one of `VariantLimits.copySides`.
  ///   - patience: in milliseconds.
  /// - Returns: nil if no side of the picture is longer.
  func copy(
    _ file: borrowing FileDescriptor, side: Int, patience: Int
  ) throws(VariantFailure) -> PlainCopy? {
    deadline.set(milliseconds: patience)
    try send(.copy(side: side), file)
    guard case .facts(let facts) = try nextAnswer() else { throw .crashed }
    if max(facts.size.width, facts.size.height) <= side {
      guard case .done(nil) = try nextAnswer() else { throw .crashed }
      return nil
    }
    guard case .copy(let isTransparent, let size, let length) = try nextAnswer() else {
      throw .crashed
    }
    let copy = PlainCopy(try read(length), isTransparent: isTransparent)
    guard let copy, copy.size == size, max(size.width, size.height) <= side,
      case .done(nil) = try nextAnswer()
    else { throw .crashed }
    return copy
  }

  /// The pixels of a picture, made smaller if it is larger.
  ///
  /// - Parameters:
  ///   - side: the longest, at most `VariantLimits.pixelSide`.
  ///   - patience: in milliseconds.
  func pixels(
    of file: borrowing FileDescriptor, side: Int, patience: Int
  ) throws(VariantFailure) -> PicturePixels {
    deadline.set(milliseconds: patience)
    try send(.pixels(side: side), file)
    guard case .facts = try nextAnswer(), case .pixels(let size) = try nextAnswer(),
      max(size.width, size.height) <= side,
      let pixels = PicturePixels(
        width: size.width, height: size.height, bytes: try read(size.width * size.height * 3)),
      case .done(nil) = try nextAnswer()
    else { throw .crashed }
    return pixels
  }

  /// The next message, unless it is a failure.
  private func nextAnswer() throws(VariantFailure) -> WorkerMessage {
    let message = try nextMessage()
    if case .done(let failure?) = message { throw failure }
    return message
  }

  /// What the worker can still do: the system's error numbers, 0 for what it can.
  func probe(patience: Int) throws(VariantFailure) -> [ConfinementProbe: Int32] {
    deadline.set(milliseconds: patience)
    do throws(SocketFailure) {
      try process.channel.write(WorkerRequest.probe.bytes)
    } catch {
      throw broken
    }
    var results: [ConfinementProbe: Int32] = [:]
    while true {
      switch try nextMessage() {
      case .probed(let probe, let error): results[probe] = error
      case .done(nil): return results
      default: throw .crashed
      }
    }
  }

  private func send(
    _ request: WorkerRequest, _ file: borrowing FileDescriptor
  ) throws(VariantFailure) {
    do throws(SocketFailure) {
      try process.channel.write(request.bytes, passing: file)
    } catch {
      throw broken
    }
  }

  private func nextMessage() throws(VariantFailure) -> WorkerMessage {
    guard let message = WorkerMessage(try read(WorkerMessage.size)) else { throw .crashed }
    return message
  }

  private func read(_ count: Int) throws(VariantFailure) -> [UInt8] {
    guard let bytes = Self.read(process, count, deadline) else { throw broken }
    return bytes
  }

  /// Why nothing more comes.
  private var broken: VariantFailure {
    if !shouldContinue() { return .cancelled }
    return deadline.isPassed ? .timeout : .crashed
  }

  /// Nil if the worker ends, or after the deadline.
  private static func read(
    _ process: ChildProcess, _ count: Int, _ deadline: Deadline
  ) -> [UInt8]? {
    var isComplete = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      while done < count, !deadline.isPassed {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[done...])
        guard let got = try? process.channel.read(into: rest), got > 0 else { return }
        done += got
      }
      isComplete = done == count
    }
    return isComplete ? bytes : nil
  }
}

/// Where tl-media is.
package enum WorkerProgram {
  /// Beside tl's own program, as a build has it, or else in `../libexec/tl` as it is installed; nil if in neither.
  ///
  /// - Parameter own: the absolute path of the running program.
  package static func path(besides own: String) -> String? {
    candidates(besides: own).first { path in
      (try? FileDescriptor.status(ofPath: path))?.kind == .file
    }
  }

  static func candidates(besides own: String) -> [String] {
    let parts = own.split(separator: "/")
    guard own.hasPrefix("/"), !parts.isEmpty else { return [] }
    let folder = parts.dropLast()
    return [folder + ["tl-media"], folder.dropLast() + ["libexec", "tl", "tl-media"]].map {
      "/" + $0.joined(separator: "/")
    }
  }
}
