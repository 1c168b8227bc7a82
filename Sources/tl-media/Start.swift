internal import MediaWorker
internal import SystemCalls

/// `tl-media`: makes variants of pictures for another program of tl, which starts it with a socket.
@main
enum Start {
  static func main() {
    guard let socket = InheritedSocket() else {
      print("tl-media makes small copies of pictures for the page of tl, which starts it itself.")
      return
    }
    Worker(socket: socket).run()
  }
}
