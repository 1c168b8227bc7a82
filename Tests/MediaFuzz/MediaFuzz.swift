import Foundation

@testable import Media

/// Has libFuzzer look for bytes that reach code of `Media` which no others have reached; a trap is a finding.
///
/// Built only by `scripts/soak media`.
@main
enum MediaFuzz {
  static func main() {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(runFuzzer(&count, &arguments, readOne))
  }
}

/// The name is that of libFuzzer's interface.
@_cdecl("LLVMFuzzerTestOneInput")
public func readOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let source = ByteSource(bytes, budget: 256 << 10)
  let facts = MediaFacts(of: source)
  precondition(source.budget >= 0)
  precondition(facts.duration ?? 0 >= 0)
  precondition(facts.size.map { $0.width > 0 && $0.height > 0 } ?? true)
  for extent in MetadataExtent.allCases {
    guard let plan = try? MetadataRemoval.plan(extent, for: ByteSource(bytes)) else { continue }
    let after = plan.applied(to: bytes)
    precondition(!plan.edits.isEmpty || after == bytes)
    precondition(MediaFacts(of: ByteSource(after)).details?.position == nil)
  }
  return 0
}

/// libFuzzer with a `main` of ours (compiler-rt, FuzzerInterface.h).
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32
