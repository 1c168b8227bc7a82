internal import CGit2
internal import SystemCalls

/// A libgit2 transport to a program: ssh, or git on this machine.
///
/// libgit2 calls it through two C structures, each with a reference to this object.
final class ProgramTransport {
  private let transfer: Transfer
  private var child: ChildProcess?
  private var service = GitService.uploadPack
  private var stream: UnsafeMutablePointer<git_smart_subtransport_stream>?
  private let owner: UnsafeMutablePointer<git_smart_subtransport>
  /// The number of received digits of the first packet's length, which has four hexadecimal digits.
  private var digitsSeen = 0

  private init(_ transfer: Transfer, owner: UnsafeMutablePointer<git_smart_subtransport>) {
    self.transfer = transfer
    self.owner = owner
  }

  /// The factory that libgit2 calls; its payload is the `Transfer`.
  static let makeTransport: git_transport_cb = { out, owner, payload in
    var definition = git_smart_subtransport_definition(
      callback: ProgramTransport.makeSubtransport, rpc: 0, param: payload)
    return git_transport_smart(out, owner, &definition)
  }

  private static let makeSubtransport: git_smart_subtransport_cb = { out, _, payload in
    guard let out, let payload else { return GIT_ERROR.rawValue }
    let transfer = Unmanaged<Transfer>.fromOpaque(payload).takeUnretainedValue()
    let made = UnsafeMutablePointer<tl_git_subtransport>.allocate(capacity: 1)
    let parent = UnsafeMutableRawPointer(made).assumingMemoryBound(to: git_smart_subtransport.self)
    let object = Unmanaged.passRetained(ProgramTransport(transfer, owner: parent))
    made.initialize(
      to: tl_git_subtransport(
        parent: git_smart_subtransport(
          action: { out, transport, _, service in
            guard let out, let object = ProgramTransport.at(transport) else {
              return GIT_ERROR.rawValue
            }
            return object.act(service, out)
          },
          close: { transport in
            ProgramTransport.at(transport)?.close()
            return 0
          },
          free: { transport in
            guard let transport else { return }
            let made = UnsafeMutableRawPointer(transport)
              .assumingMemoryBound(to: tl_git_subtransport.self)
            if let context = made.pointee.context {
              Unmanaged<ProgramTransport>.fromOpaque(context).release()
            }
            made.deallocate()
          }),
        context: object.toOpaque()))
    out.pointee = parent
    return 0
  }

  private static func at(
    _ transport: UnsafeMutablePointer<git_smart_subtransport>?
  ) -> ProgramTransport? {
    guard let transport else { return nil }
    return UnsafeMutableRawPointer(transport).assumingMemoryBound(to: tl_git_subtransport.self)
      .pointee.context.map { Unmanaged<ProgramTransport>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func at(
    _ stream: UnsafeMutablePointer<git_smart_subtransport_stream>?
  ) -> ProgramTransport? {
    guard let stream else { return nil }
    return UnsafeMutableRawPointer(stream).assumingMemoryBound(to: tl_git_stream.self)
      .pointee.context.map { Unmanaged<ProgramTransport>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Gives libgit2 the stream to the server; the first action starts the program, the second continues with it.
  private func act(
    _ action: git_smart_service_t,
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<git_smart_subtransport_stream>?>
  ) -> Int32 {
    switch action {
    case GIT_SERVICE_UPLOADPACK, GIT_SERVICE_RECEIVEPACK:
      if let stream {
        out.pointee = stream
        return 0
      }
    case GIT_SERVICE_UPLOADPACK_LS: service = .uploadPack
    default: service = .receivePack
    }
    close()
    do throws(TransportError) {
      if let started = startedAhead() { child = started } else { child = try start() }
    } catch {
      return transfer.fail(error)
    }
    stream = makeStream()
    out.pointee = stream
    return 0
  }

  private func startedAhead() -> ChildProcess? {
    guard service == .uploadPack, let earlyConnection = transfer.earlyConnection else { return nil }
    transfer.earlyConnection = nil
    return earlyConnection.take(transfer.timeouts)
  }

  private func start() throws(TransportError) -> ChildProcess {
    guard let command = try transfer.server.command(for: service) else {
      throw .programMissing(name: "git", onServer: false)
    }
    do throws(SystemError) {
      return try ChildProcess(command, timeouts: transfer.timeouts)
    } catch {
      guard !error.isMissing else {
        throw .programMissing(name: command.program, onServer: false)
      }
      throw .unreachable(message: "\(command.program): \(error.reason)", isTimeout: false)
    }
  }

  private func makeStream() -> UnsafeMutablePointer<git_smart_subtransport_stream> {
    let made = UnsafeMutablePointer<tl_git_stream>.allocate(capacity: 1)
    made.initialize(
      to: tl_git_stream(
        parent: git_smart_subtransport_stream(
          subtransport: owner,
          read: { stream, buffer, size, count in
            guard let object = ProgramTransport.at(stream), let buffer, let count else {
              return GIT_ERROR.rawValue
            }
            let bytes = UnsafeMutableRawBufferPointer(start: buffer, count: size)
            return object.read(into: bytes, count: &count.pointee)
          },
          write: { stream, bytes, count in
            guard let object = ProgramTransport.at(stream) else { return GIT_ERROR.rawValue }
            return object.write(UnsafeRawBufferPointer(start: bytes, count: count))
          },
          free: { stream in
            guard let stream else { return }
            let made = UnsafeMutableRawPointer(stream).assumingMemoryBound(to: tl_git_stream.self)
            if let context = made.pointee.context {
              let object = Unmanaged<ProgramTransport>.fromOpaque(context)
              object.takeUnretainedValue().forgetStream()
              object.release()
            }
            made.deallocate()
          }),
        context: Unmanaged.passRetained(self).toOpaque()))
    return UnsafeMutableRawPointer(made)
      .assumingMemoryBound(to: git_smart_subtransport_stream.self)
  }

  private func forgetStream() {
    stream = nil
    close()
  }

  private func read(into buffer: UnsafeMutableRawBufferPointer, count: inout Int) -> Int32 {
    guard let child, transfer.failure == nil else { return GIT_ERROR.rawValue }
    do throws(SocketFailure) {
      count = try child.channel.read(into: buffer)
    } catch .closed {
      count = 0
    } catch {
      return transfer.fail(error, errorOutput: child.channel.errorOutput.text)
    }
    if count == 0 {
      endEarly(child)
      return 0
    }
    return check(buffer[..<count])
  }

  /// Reports output that is not git's protocol at once; libgit2 would read its first letters as a length and wait for
  /// the rest.
  private func check(_ bytes: Slice<UnsafeMutableRawBufferPointer>) -> Int32 {
    for byte in bytes.prefix(4 - digitsSeen) {
      let isDigit =
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20
      guard isDigit else {
        let line = bytes.prefix(200).prefix { $0 != UInt8(ascii: "\n") }
        let start = String(decoding: line, as: UTF8.self)
        return transfer.fail(.notGitProtocol(firstBytes: start))
      }
      digitsSeen += 1
    }
    return 0
  }

  private func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    guard let child, transfer.failure == nil else { return GIT_ERROR.rawValue }
    do throws(SocketFailure) {
      try child.channel.write(bytes)
      return 0
    } catch .closed {
      endEarly(child)
      tl_git_set_error(Int32(GIT_ERROR_NET.rawValue), "the connection was closed")
      return GIT_ERROR.rawValue
    } catch {
      return transfer.fail(error, errorOutput: child.channel.errorOutput.text)
    }
  }

  /// The program has closed its output before libgit2 has finished.
  private func endEarly(_ child: ChildProcess) {
    let status = child.finish(readsOutput: false)
    transfer.earlyEnd = (child.channel.errorOutput.text, status)
  }

  /// Ends the session; after a push waits for the program, so that the server's hooks finish.
  private func close() {
    guard let child else { return }
    self.child = nil
    digitsSeen = 0
    if transfer.failure == nil {
      child.finish(readsOutput: service == .receivePack)
    } else {
      child.end()
    }
  }
}
