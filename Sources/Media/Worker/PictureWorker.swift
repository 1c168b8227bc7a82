package import SystemCalls

/// tl-media for a command: started with its first picture, started again after one that it crashed at; used by one
/// thread.
package final class PictureWorker {
  private let program: String?
  private let patience: Int
  private let shouldContinue: () -> Bool
  private var running: MediaWorker?

  /// - Parameters:
  ///   - program: `WorkerProgram.path`; nil if there is none.
  ///   - patience: in milliseconds, for a picture and for the start.
  ///   - shouldContinue: false ends every wait, with `.cancelled`.
  package init(
    program: String?, patience: Int = 60_000, shouldContinue: @escaping () -> Bool = { true }
  ) {
    self.program = program
    self.patience = patience
    self.shouldContinue = shouldContinue
  }

  /// Whether the system's libvips reads the format; an error if tl-media does not start.
  package func reads(_ format: MediaFormat) throws(VariantFailure) -> Bool {
    guard WorkerMessage.formats.contains(format) else { return false }
    return try worker().formats.contains(format)
  }

  /// Pixels of a picture, whose longest side is made to have at most `side`.
  ///
  /// - Parameter side: at most `VariantLimits.pixelSide`.
  package func pixels(
    of file: borrowing FileDescriptor, side: Int
  ) throws(VariantFailure) -> PicturePixels {
    let worker = try worker()
    do throws(VariantFailure) {
      return try worker.pixels(of: file, side: side, patience: patience)
    } catch {
      endAfter(error)
      throw error
    }
  }

  /// A smaller copy of a picture; nil if no side of it is longer than `side`.
  func copy(
    _ file: borrowing FileDescriptor, side: Int
  ) throws(VariantFailure) -> PlainCopy? {
    let worker = try worker()
    do throws(VariantFailure) {
      return try worker.copy(file, side: side, patience: patience)
    } catch {
      endAfter(error)
      throw error
    }
  }

  private func worker() throws(VariantFailure) -> MediaWorker {
    if let running { return running }
    guard let program else { throw .noWorker }
    let worker = try MediaWorker(program, patience: patience, shouldContinue: shouldContinue)
    running = worker
    return worker
  }

  private func endAfter(_ failure: VariantFailure) {
    if [.crashed, .timeout, .cancelled].contains(failure) { running = nil }
  }
}
