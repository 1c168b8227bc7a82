import ArgumentParser
internal import SystemCalls

struct DemoCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo", abstract: "Look at the timeline of a family that does not exist",
    discussion: """
      Makes a vault of 2,000 notes and 600 drawn photos in a temporary folder, told up to today, and prints an address \
      that opens its page, as tl serve does. Everything can be tried there. Nothing of yours is read or changed, and all \
      of it goes when Ctrl-C ends the page.

      The newest photos are there at once, and the others some seconds later.
      """)

  @Option(help: "The port of the page, on this machine alone; a free one if absent")
  var port: UInt16?

  @Flag(help: "Open the browser")
  var open = false

  @Option(
    help: ArgumentHelp("Only make the vault, as this new folder, and keep it", valueName: "dir"),
    completion: .directory)
  var into: String?

  @OptionGroup var global: GlobalOptions

  static let programUser = "tl demo"

  func validate() throws {
    if into != nil, open || port != nil {
      throw ValidationError("--into excludes --open and --port: there is no page")
    }
    // An empty path would be that of the root.
    if into?.isEmpty == true { throw ValidationError("--into needs the name of a new folder") }
    if port == 0 { throw ValidationError("without --port a free one is taken; 0 is none") }
  }

  var networkRequest: NetworkRequest {
    if let into { return .demo(.write(into: into)) }
    // The page has to know its address before it listens.
    let free = (try? LoopbackListener())?.port
    return .demo(
      .serve(
        ServeSettings(
          isHome: false, address: "127.0.0.1:\(port ?? free ?? 8788)", origin: nil, prefix: "",
          tls: TLSChoice(),
          only: .page, isReadOnly: false, opensBrowser: open, printsLink: true)))
  }
}
