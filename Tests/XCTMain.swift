import Testing

/// The entry point of the tests on Linux.
///
/// SwiftPM would make one that also runs XCTest, whose tests it finds through the index store; that store takes a tenth of a
/// build from empty.
@main
struct TestMain {
  static func main() async {
    await Testing.__swiftPMEntryPoint() as Never
  }
}
