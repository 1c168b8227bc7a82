internal import Media
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

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
        if error == .noWorker { throw CommandError.noPictureProgram }
        vault.session.fail(CommandError(error, ofShownFile: file.path.shown))
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

extension CommandError {
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
