internal import CGit2
internal import SystemCalls

/// The sockets of libgit2's http and TLS, with timeouts.
///
/// libgit2's own sockets have none before version 1.7. Its TLS uses the registered sockets.
final class SocketStream {
  private let transfer: Transfer
  private let host: String
  private let port: String
  private var channel: SocketChannel?

  private init(_ transfer: Transfer, host: String, port: String) {
    self.transfer = transfer
    self.host = host
    self.port = port
  }

  /// Replaces libgit2's sockets, in the whole process.
  static func register() throws(GitError) {
    try check(registered, "set up the network")
  }

  private static let registered: Int32 = {
    var registration = git_stream_registration(
      version: GIT_STREAM_VERSION, init: SocketStream.make, wrap: nil)
    return git_stream_register(GIT_STREAM_STANDARD, &registration)
  }()

  private typealias Stream = UnsafeMutablePointer<git_stream>

  private static let make:
    @convention(c) (
      UnsafeMutablePointer<UnsafeMutablePointer<git_stream>?>?, UnsafePointer<CChar>?,
      UnsafePointer<CChar>?
    ) -> Int32 = { out, host, port in
      guard let out, let host, let port, let transfer = Transfer.current.current else {
        tl_git_set_error(Int32(GIT_ERROR_NET.rawValue), "no session on this thread")
        return GIT_ERROR.rawValue
      }
      let object = SocketStream(
        transfer, host: String(cString: host), port: String(cString: port))
      let made = UnsafeMutablePointer<tl_git_socket>.allocate(capacity: 1)
      made.initialize(to: tl_git_socket())
      made.pointee.context = Unmanaged.passRetained(object).toOpaque()
      made.pointee.parent.version = GIT_STREAM_VERSION
      made.pointee.parent.connect = { SocketStream.at($0)?.connect() ?? GIT_ERROR.rawValue }
      made.pointee.parent.read = { stream, buffer, count in
        let bytes = UnsafeMutableRawBufferPointer(start: buffer, count: count)
        return SocketStream.at(stream)?.read(into: bytes) ?? -1
      }
      made.pointee.parent.write = { stream, bytes, count, _ in
        SocketStream.at(stream)?.write(UnsafeRawBufferPointer(start: bytes, count: count)) ?? -1
      }
      made.pointee.parent.close = { stream in
        SocketStream.at(stream)?.channel = nil
        return 0
      }
      made.pointee.parent.free = { stream in
        guard let stream else { return }
        let made = UnsafeMutableRawPointer(stream).assumingMemoryBound(to: tl_git_socket.self)
        if let context = made.pointee.context {
          Unmanaged<SocketStream>.fromOpaque(context).release()
        }
        made.deallocate()
      }
      out.pointee = UnsafeMutableRawPointer(made).assumingMemoryBound(to: git_stream.self)
      return 0
    }

  private static func at(_ stream: Stream?) -> SocketStream? {
    guard let stream else { return nil }
    return UnsafeMutableRawPointer(stream).assumingMemoryBound(to: tl_git_socket.self)
      .pointee.context.map { Unmanaged<SocketStream>.fromOpaque($0).takeUnretainedValue() }
  }

  private func connect() -> Int32 {
    transfer.connectedHosts.insert("\(host):\(port)")
    do throws(SocketFailure) {
      channel = try SocketChannel.connect(
        host: host, port: port, connectTimeout: transfer.settings.connectTimeout,
        timeouts: transfer.timeouts)
      return 0
    } catch {
      return transfer.fail(error)
    }
  }

  private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let channel, transfer.failure == nil else { return -1 }
    do throws(SocketFailure) {
      return try channel.read(into: buffer)
    } catch .closed {
      return 0
    } catch {
      _ = transfer.fail(error)
      return -1
    }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard let channel, transfer.failure == nil else { return -1 }
    do throws(SocketFailure) {
      try channel.write(bytes)
      return bytes.count
    } catch {
      // Not an error yet: a server that refuses closes the connection while libgit2 still sends, and its answer can be
      // read.
      if error != .closed { _ = transfer.fail(error) }
      tl_git_set_error(Int32(GIT_ERROR_NET.rawValue), "the connection was closed")
      return -1
    }
  }
}
