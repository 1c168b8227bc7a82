#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// One of the three standard streams, and what is behind it.
package enum StandardStream: Int32 {
  case input = 0
  case output = 1
  case error = 2

  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Columns of the terminal behind the stream; nil where there is none.
  package var terminalWidth: Int? {
    var size = winsize()
    guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes all of `bytes`.
  package func write(_ bytes: some Sequence<UInt8>) -> ByteStream.WriteEnd {
    ByteStream(descriptor: rawValue).write(Array(bytes))
  }

  /// Whether nothing of what is behind the stream was read yet: false for a file that somebody else has begun to
  /// read, as the lines of a loop, and for a device such as `/dev/null`.
  package var isUnread: Bool {
    var status = stat()
    guard fstat(rawValue, &status) == 0 else { return false }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return lseek(rawValue, 0, SEEK_CUR) == 0
    case S_IFIFO, S_IFSOCK: return true
    default: return false
    }
  }

  /// Whether a read would not wait, now or within so many milliseconds.
  package func hasInput(within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, milliseconds) != 0
  }

  /// Everything up to the end; what was read so far when an error ends it.
  package func readAll() -> [UInt8] { ByteStream(descriptor: rawValue).readAll() }

  /// The next line without its end; nil at the end of input.
  package func readLine() -> String? {
    guard self == .input else { return nil }
    return Swift.readLine(strippingNewline: true)
  }
}

/// Ends the process at once.
package func exitProcess(_ status: Int32) -> Never { exit(status) }

/// A closed pipe is told by `write`, not by a signal that ends tl before its pager.
package func ignoreClosedPipes() { signal(SIGPIPE, SIG_IGN) }

/// Opens nothing in the place of each standard stream that tl was started without.
///
/// Otherwise the next file that is opened would be that stream, and get what is printed.
package func fillStandardStreams() {
  for descriptor in 0...2 as ClosedRange<Int32> where fcntl(descriptor, F_GETFD) == -1 {
    // The lowest number that is free is this one: those below it are open.
    guard errno == EBADF, open("/dev/null", O_RDWR) == descriptor else { return }
  }
}

extension StandardStream {
  /// The next line from a person, who does not see it while it is typed; nil at the end of input.
  package func readSecretLine() -> String? {
    var shown = termios()
    guard isTerminal, tcgetattr(rawValue, &shown) == 0 else { return readLine() }
    var hidden = shown
    hidden.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(rawValue, TCSAFLUSH, &hidden)
    defer { tcsetattr(rawValue, TCSAFLUSH, &shown) }
    return readLine()
  }
}

extension StandardStream {
  /// Whether reading a line would not wait for one; false at the end of input.
  package var hasLine: Bool {
    guard isTerminal else { return false }
    var polled = pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, 0) > 0 && polled.revents & Int16(POLLIN) != 0
  }
}
