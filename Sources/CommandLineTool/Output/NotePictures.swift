internal import Media
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import Words

/// The pictures of a note, shown in the terminal.
struct NotePictures {
  let note: NoteFile
  let vault: OpenVault

  /// Nothing if the output is not a terminal that shows pictures.
  func print(on console: Console) throws {
    guard console.outputIsTerminal, console.style.isOn,
      let method = TerminalPicture(variables: { vault.session.environment[$0] }),
      let terminal = StandardStream.output.terminalSize
    else { return }
    let worker = PictureWorker(program: ThisDevice.programPath.flatMap(WorkerProgram.path))
    for (number, file) in note.media.files.enumerated() where file.kind == .photo {
      let name = String(decoding: file.path.name, as: UTF8.self)
      do throws(VariantFailure) {
        let pixels = try pixels(of: file.path, worker, method, terminal)
        try? console.line()
        try? console.line(console.style.dim("\(number + 1)  \(TerminalText.line(name))"))
        try? console.write(method.text(pixels, terminal).utf8)
      } catch {
        if error == .noWorker { throw Problem.noPictureProgram }
        vault.session.fail(Problem(error, ofShownFile: file.path.shown))
      }
    }
  }

  private func pixels(
    of path: VaultPath, _ worker: PictureWorker, _ method: TerminalPicture,
    _ terminal: TerminalSize
  ) throws(VariantFailure) -> PicturePixels {
    let file = try open(path)
    let facts: MediaFacts
    do {
      facts = MediaFacts(of: try ByteSource(file.duplicated()))
    } catch {
      throw .unreadable
    }
    guard WorkerMessage.formats.contains(facts.type.format) else { throw .unsupported }
    return try worker.pixels(of: file, side: method.side(facts.size, terminal))
  }

  private func open(_ path: VaultPath) throws(VariantFailure) -> FileDescriptor {
    do {
      return try vault.vault.folder.openFile(path)
    } catch {
      throw .unreadable
    }
  }
}

extension Problem {
  /// Why a picture cannot be shown in the terminal.
  fileprivate init(_ failure: VariantFailure, ofShownFile name: String) {
    let words =
      switch failure {
      case .unsupported: "has a format that cannot be shown here"
      case .tooLarge: "is too large to be shown: more than 100 megapixels or 256 MiB"
      case .damaged: "is damaged"
      case .crashed: "tl-media ended while it read the picture"
      case .timeout: "took longer than a minute"
      case .unreadable: "cannot be read"
      case .noWorker, .busy, .cancelled: "cannot be shown now"
      }
    self.init("\(name): \(words)", hint: "tl show --open shows it with the system's program")
  }
}

/// How a terminal shows pictures.
///
/// Decided by the variables that terminals set, as other tools do too, not by asking the terminal: an answer that comes
/// late, as over a slow line, would be read as if it were typed.
enum TerminalPicture: Hashable {
  /// The graphics protocol of kitty.
  case kitty
  /// The inline images of iTerm2.
  case inline
  /// Two pixels in each cell.
  case halfBlocks

  /// Nil for a terminal that shows none.
  init?(variables: (String) -> String?) {
    let term = variables("TERM") ?? ""
    guard !term.isEmpty, term != "dumb", term != "linux" else { return nil }
    // A multiplexer shows only what it knows, whatever terminal it runs in.
    let isInMultiplexer =
      variables("TMUX") != nil || variables("STY") != nil || term.hasPrefix("screen")
      || term.hasPrefix("tmux")
    let program = variables("TERM_PROGRAM") ?? ""
    if isInMultiplexer {
      self = .halfBlocks
    } else if term == "xterm-kitty" || term == "xterm-ghostty" || program == "ghostty" {
      self = .kitty
    } else if ["iTerm.app", "WezTerm"].contains(program) || variables("LC_TERMINAL") == "iTerm2" {
      self = .inline
    } else {
      self = .halfBlocks
    }
  }

  /// How many pixels of a picture are in a cell.
  ///
  /// - Parameter terminal: whose cells have a size, if it tells it.
  func pixelsOfCell(_ terminal: TerminalSize) -> (width: Int, height: Int) {
    switch self {
    case .halfBlocks: return (1, 2)
    case .kitty, .inline:
      let (width, height) = (
        terminal.pixelWidth / max(terminal.columns, 1), terminal.pixelHeight / max(terminal.rows, 1)
      )
      return 1...200 ~= width && 1...400 ~= height ? (width, height) : (8, 16)
    }
  }

  /// The longest side that a picture gets, in pixels: it fits into the width and two thirds of the height of the
  /// terminal, and is never enlarged.
  func side(_ size: PictureSize?, _ terminal: TerminalSize) -> Int {
    let cell = pixelsOfCell(terminal)
    let width = max(terminal.columns - 1, 1) * cell.width
    let height = max(terminal.rows * 2 / 3, 1) * cell.height
    guard let size, size.width > 0, size.height > 0 else {
      return min(width, height, VariantLimits.pixelSide)
    }
    let longest = max(size.width, size.height)
    let fitting = min(longest * width / size.width, longest * height / size.height, longest)
    return min(max(fitting, 1), VariantLimits.pixelSide)
  }

  /// The sequences that show a picture from the beginning of a line on, to the end of its last line.
  ///
  /// They are made of its pixels alone: nothing in a file can be a sequence of its own.
  func text(_ pixels: PicturePixels, _ terminal: TerminalSize) -> String {
    let cell = pixelsOfCell(terminal)
    let columns = (pixels.width + cell.width - 1) / cell.width
    let rows = (pixels.height + cell.height - 1) / cell.height
    switch self {
    case .kitty: return Self.kitty(pixels, columns, rows)
    case .inline:
      let png = PlainPNG.bytes(pixels)
      return
        "\u{1B}]1337;File=inline=1;size=\(png.count);width=\(columns);height=\(rows):\(Base64.encoded(png))\u{07}\n"
    case .halfBlocks: return Self.halfBlocks(pixels)
    }
  }

  /// In pieces of at most 4096 characters; no answer is asked for.
  private static func kitty(_ pixels: PicturePixels, _ columns: Int, _ rows: Int) -> String {
    var rest = Base64.encoded(pixels.bytes)[...]
    var keys = "a=T,f=24,s=\(pixels.width),v=\(pixels.height),c=\(columns),r=\(rows),q=2,"
    var text = ""
    while !rest.isEmpty {
      let piece = rest.prefix(4096)
      rest = rest.dropFirst(piece.utf8.count)
      text += "\u{1B}_G\(keys)m=\(rest.isEmpty ? 0 : 1);\(piece)\u{1B}\\"
      keys = ""
    }
    return text + "\n"
  }

  /// The upper pixel is the colour of `▀`, the lower one the colour behind it.
  private static func halfBlocks(_ pixels: PicturePixels) -> String {
    var text = ""
    for row in stride(from: 0, to: pixels.height, by: 2) {
      var last = ""
      for column in 0..<pixels.width {
        let upper = pixels.colour(column, row).map(String.init).joined(separator: ";")
        let lower =
          row + 1 < pixels.height
          ? "48;2;\(pixels.colour(column, row + 1).map(String.init).joined(separator: ";"))" : "49"
        let colours = "\u{1B}[38;2;\(upper);\(lower)m"
        if colours != last { text += colours }
        text += "▀"
        last = colours
      }
      text += "\u{1B}[0m\n"
    }
    return text
  }
}
