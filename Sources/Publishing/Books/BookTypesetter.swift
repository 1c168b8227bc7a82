package import SystemCalls

/// The program of the user that makes a PDF file of a book.
package enum BookTypesetter: Hashable, Sendable {
  case weasyPrint(path: String)
  /// For reading alone: it knows no bleed.
  case chromium(path: String)

  /// Why a program is not used.
  package enum Refusal: Error, Hashable, Sendable {
    case old(version: String)
    /// It does not say which version it is.
    case unknown(path: String)
  }

  /// The first version with PDF/X, and without known holes.
  package static let oldest = 69

  /// The current folder of a process, where the system has such a name for it.
  private static let current = "/proc/self/cwd"

  /// - Parameter text: what the program says of itself, such as `WeasyPrint version 70.0`.
  /// - Throws: a `Refusal` for a WeasyPrint that is too old.
  package static func check(version text: String, path: String) throws(Refusal) {
    let word = text.split(whereSeparator: \.isWhitespace).last { $0.first?.isNumber == true }
    guard text.contains("WeasyPrint"), let word,
      let major = Int(word.prefix { $0.isASCII && $0.isNumber })
    else { throw .unknown(path: path) }
    if major < oldest { throw .old(version: String(word.prefix(20))) }
  }

  /// - Parameters:
  ///   - folder: with the page of the book.
  ///   - output: the path of the PDF file.
  ///   - modified: when the book was last changed, in seconds: the same book gets the same times.
  package func command(
    in folder: String, to output: String, isForPress: Bool, modified: Int64, isRoot: Bool
  ) -> ChildCommand {
    let page = "\(folder)/\(BookHTML.name)"
    var command: ChildCommand
    switch self {
    case .weasyPrint(let path):
      let variant =
        isForPress
        ? ["--pdf-variant", "pdf/x-4", "--output-intent", "srgb"] : ["--pdf-variant", "pdf/ua-1"]
      // It names images by hashes of their addresses, in which the folder of this one export must not be.
      let base = SystemPath.isFolder(Self.current) ? ["--base-url", "file://\(Self.current)/"] : []
      // It reads nothing from the network.
      command = ChildCommand(
        program: path,
        arguments: ["--quiet", "--allowed-protocols", "file", "--encoding", "utf-8"] + variant
          + base + [page, output],
        variables: .inherited())
      command.folder = folder
    case .chromium(let path):
      command = ChildCommand(
        program: path,
        arguments: [
          "--headless=new", "--disable-gpu", "--no-pdf-header-footer",
          "--generate-pdf-document-outline", "--user-data-dir=\(folder)/profile",
        ] + (isRoot ? ["--no-sandbox"] : [])
          + ["--print-to-pdf=\(output)", "file://\(SitePages.address(page))"],
        variables: .inherited())
    }
    command.variables = .inherited(defaults: ["SOURCE_DATE_EPOCH": String(modified)])
    command.hasOwnGroup = true
    return command
  }
}
