internal import Media
package import SystemCalls

/// Answers requests for variants, one after the other, until the other side closes.
package struct Worker {
  let socket: InheritedSocket

  package init(socket: InheritedSocket) {
    self.socket = socket
  }

  /// Decodes a picture of each format twice: first to load all that the decoders need, then under the filter, to see
  /// that they have it.
  package func run() {
    ProcessConfinement.closeOtherDescriptors()
    guard VipsPicture.startLibrary(), setLimits() else { return }
    for format in WorkerMessage.formats { _ = canMake(format) }
    guard let isConfined = confine() else { return }
    let formats = Set(WorkerMessage.formats.filter(canMake))
    guard send(.ready(formats: formats, isConfined: isConfined)) else { return }
    while let request = nextRequest() {
      switch request.kind {
      case .picture:
        answer(request.file) { bytes throws(VariantFailure) in try variants(of: bytes) }
      case .copy(let side):
        answer(request.file) { bytes throws(VariantFailure) in try copy(bytes, side) }
      case .pixels(let side):
        answer(request.file) { bytes throws(VariantFailure) in try pixels(of: bytes, side) }
      case .probe: probe()
      }
    }
  }

  private func setLimits() -> Bool {
    do throws(SystemError) {
      try ProcessConfinement.forbidCoreDumps()
      try ProcessConfinement.limitMemory(VariantLimits.memory)
      try ProcessConfinement.limitComputing(seconds: VariantLimits.seconds)
      return true
    } catch {
      return false
    }
  }

  /// Whether a filter of system calls is in force; nil if there should be one and is not.
  private func confine() -> Bool? {
    #if os(Linux)
      guard let machine = SystemCallFilter.Machine.own else { return nil }
      do throws(SystemError) {
        try ProcessConfinement.filterSystemCalls(SystemCallFilter.instructions(for: machine))
        return true
      } catch {
        return nil
      }
    #else
      return false
    #endif
  }

  private func canMake(_ format: MediaFormat) -> Bool {
    var count = 0
    Self.grey(format).withUnsafeBytes { bytes in
      try? PictureMaker.make(bytes, onFacts: { _ in }, onVariant: { _, _, _ in count += 1 })
    }
    return count == 1
  }

  /// A grey picture of 64 by 64 pixels: decoding it loads what a loader loads at its first use.
  ///
  /// `Tests/MediaWorkerTests/Fixtures/make-fixtures warm-up` makes them.
  private static func grey(_ format: MediaFormat) -> [UInt8] {
    switch format {
    case .jpeg: PackageResources.grey_jpg
    case .png: PackageResources.grey_png
    case .webp: PackageResources.grey_webp
    case .heif: PackageResources.grey_heic
    case .avif: PackageResources.grey_avif
    default: []
    }
  }

  // MARK: - Requests

  private struct Request: ~Copyable {
    let kind: WorkerRequest
    let file: FileDescriptor?
  }

  private func nextRequest() -> Request? {
    guard let message = socket.receive(WorkerRequest.size),
      let kind = WorkerRequest(message.bytes)
    else { return nil }
    return Request(kind: kind, file: message.takeFile())
  }

  private func answer(
    _ file: borrowing FileDescriptor?,
    _ make: (UnsafeRawBufferPointer) throws(VariantFailure) -> Void
  ) {
    var failure: VariantFailure?
    do throws(VariantFailure) {
      try? ProcessConfinement.limitComputing(seconds: VariantLimits.seconds)
      let bytes = try read(file)
      try bytes.withUnsafeBufferPointer { bytes throws(VariantFailure) in
        try make(UnsafeRawBufferPointer(bytes))
      }
    } catch {
      failure = error
    }
    _ = send(.done(failure))
  }

  private func variants(of bytes: UnsafeRawBufferPointer) throws(VariantFailure) {
    try PictureMaker.make(
      bytes, onFacts: { _ = send(.facts($0)) },
      onVariant: { edge, size, bytes in
        _ = send(.variant(edge, size, length: bytes.count))
        _ = bytes.withUnsafeBytes { socket.send($0) }
      })
  }

  private func copy(_ bytes: UnsafeRawBufferPointer, _ side: Int) throws(VariantFailure) {
    try SmallCopy.make(bytes, side: side, onFacts: { _ = send(.facts($0)) }) { copy in
      _ = send(.copy(isTransparent: copy.isTransparent, copy.size, length: copy.bytes.count))
      _ = copy.bytes.withUnsafeBytes { socket.send($0) }
    }
  }

  private func pixels(of bytes: UnsafeRawBufferPointer, _ side: Int) throws(VariantFailure) {
    let (original, pixels) = try SmallCopy.pixels(of: bytes, side: side)
    _ = send(.facts(PictureFacts(size: original, colour: 0)))
    _ = send(.pixels(PictureSize(width: pixels.width, height: pixels.height)))
    _ = pixels.bytes.withUnsafeBytes { socket.send($0) }
  }

  /// The whole file: one that is shortened while it is decoded then does no harm.
  private func read(_ file: borrowing FileDescriptor?) throws(VariantFailure) -> [UInt8] {
    switch file {
    case .none: throw .unreadable
    case .some(let file):
      guard let status = try? file.status(), status.kind == .file else { throw .unreadable }
      guard status.size <= VariantLimits.fileSize else { throw .tooLarge }
      guard let bytes = try? file.readChunk(Int(status.size), at: 0) else { throw .unreadable }
      return bytes
    }
  }

  private func probe() {
    for probe in ConfinementProbe.allCases { _ = send(.probed(probe, probe.attempt())) }
    _ = send(.done(nil))
  }

  private func send(_ message: WorkerMessage) -> Bool {
    message.bytes.withUnsafeBytes { socket.send($0) }
  }
}
