#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

package enum StandardStream: Int32 {
  case input = 0
  case output = 1
  case error = 2

  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// The device of the terminal on one of the streams, such as `/dev/pts/3`; nil without one.
  package static var terminalName: String? {
    for stream in [StandardStream.error, .input, .output] {
      var name = [CChar](repeating: 0, count: 256)
      guard ttyname_r(stream.rawValue, &name, name.count) == 0 else { continue }
      return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    return nil
  }

  /// Columns of the stream's terminal; nil if it is not a terminal.
  package var terminalWidth: Int? {
    var size = winsize()
    guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Nil if the stream is not a terminal, or one without a size.
  package var terminalSize: TerminalSize? {
    var size = winsize()
    guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return nil
    }
    return TerminalSize(
      columns: Int(size.ws_col), rows: Int(size.ws_row), pixelWidth: Int(size.ws_xpixel),
      pixelHeight: Int(size.ws_ypixel))
  }

  package func write(_ bytes: some Sequence<UInt8>) -> ByteStream.WriteEnd {
    ByteStream(descriptor: rawValue).write(Array(bytes))
  }

  /// Whether nothing has been read yet: false for a file that another program has begun to read, such as the lines of a
  /// loop, and for a device such as `/dev/null`.
  package var isUnread: Bool {
    var status = stat()
    guard fstat(rawValue, &status) == 0 else { return false }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return lseek(rawValue, 0, SEEK_CUR) == 0
    case S_IFIFO, S_IFSOCK: return true
    default: return false
    }
  }

  /// Whether a read would return without waiting, now or within that time.
  package func hasInput(within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, milliseconds) != 0
  }

  /// Everything up to the end, or up to an error.
  package func readAll() -> [UInt8] { ByteStream(descriptor: rawValue).readAll() }

  /// The next line without its line break; nil at the end of input.
  package func readLine() -> String? {
    guard self == .input else { return nil }
    return Swift.readLine(strippingNewline: true)
  }

  /// The next line, typed without echo; nil at the end of input.
  package func readSecretLine() -> String? {
    var shown = termios()
    guard isTerminal, tcgetattr(rawValue, &shown) == 0 else { return readLine() }
    var hidden = shown
    hidden.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(rawValue, TCSAFLUSH, &hidden)
    defer { tcsetattr(rawValue, TCSAFLUSH, &shown) }
    return readLine()
  }

  /// Whether a line can be read without waiting; false at the end of input.
  package var hasLine: Bool {
    guard isTerminal else { return false }
    var polled = pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, 0) > 0 && polled.revents & Int16(POLLIN) != 0
  }
}

/// Ends the process at once.
package func exitProcess(_ status: Int32) -> Never { exit(status) }

/// A closed pipe is reported by `write`; SIGPIPE would end tl before its pager.
package func ignoreClosedPipes() { signal(SIGPIPE, SIG_IGN) }

/// Opens `/dev/null` for each standard stream that is closed.
///
/// Otherwise the next opened file would become that stream and receive what is printed.
package func fillStandardStreams() {
  for descriptor in 0...2 as ClosedRange<Int32> where fcntl(descriptor, F_GETFD) == -1 {
    // open(2) returns the lowest free number, which is this one.
    guard errno == EBADF, open("/dev/null", O_RDWR) == descriptor else { return }
  }
}

/// An open descriptor as a stream of bytes; its creator closes it.
package struct ByteStream {
  package enum WriteEnd: Hashable {
    case written
    /// The reader has closed its end of the pipe.
    case closed
    /// A part may have been written, such as until the disk was full.
    case failed(SystemError)
  }

  let descriptor: Int32

  package func write(_ bytes: [UInt8]) -> WriteEnd {
    do {
      try FileDescriptor.writeAll(bytes, to: descriptor)
      return .written
    } catch {
      return error.code == EPIPE ? .closed : .failed(error)
    }
  }

  /// Everything up to the end, or up to an error.
  package func readAll() -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 { bytes += buffer[..<count] }
      if count == 0 || (count < 0 && errno != EINTR) { return bytes }
    }
  }
}

package struct TerminalSize: Hashable, Sendable {
  package var columns: Int
  package var rows: Int
  /// 0 if the terminal does not tell.
  package var pixelWidth: Int
  package var pixelHeight: Int

  package init(columns: Int, rows: Int, pixelWidth: Int = 0, pixelHeight: Int = 0) {
    self.columns = columns
    self.rows = rows
    self.pixelWidth = pixelWidth
    self.pixelHeight = pixelHeight
  }
}
