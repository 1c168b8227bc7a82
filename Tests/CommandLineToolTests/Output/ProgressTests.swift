import Testing

@testable import CommandLineTool

/// A clock that goes on when it is told, and a terminal that keeps what was drawn.
private final class Screen {
  var now: Int64 = 0
  var looks = 0
  var drawn: [String] = []

  func progress(_ total: Int?, unit: Progress.Unit = .items, columns: Int = 80) -> Progress {
    let line = ProgressLine(columns: columns) { [unowned self] text in
      drawn.append(text.replacing("\r\u{1B}[2K", with: "<"))
    }
    return Progress("checking notes", total: total, unit: unit, line: line) { [unowned self] in
      looks += 1
      return now
    }
  }
}

private let milliseconds: Int64 = 1_000_000

@Suite("Progress")
struct ProgressTests {
  @Test("short work shows nothing")
  func short() {
    let screen = Screen()
    let progress = screen.progress(10)
    for _ in 1...10 {
      screen.now += 40 * milliseconds
      progress.advance()
    }
    progress.finish()
    #expect(screen.drawn == [])
  }

  @Test("long work shows count, share and estimate, a few times a second, and is erased")
  func long() {
    let screen = Screen()
    let progress = screen.progress(20)
    for _ in 1...20 {
      screen.now += 100 * milliseconds
      progress.advance()
    }
    #expect(screen.drawn.first == "<checking notes  5 of 20, 25 %, 2 s left")
    #expect(screen.drawn.last == "<checking notes  20 of 20, 100 %")
    #expect(screen.drawn.count == 16)
    progress.finish()
    progress.finish()
    #expect(screen.drawn.last == "<" && screen.drawn.count == 17)
  }

  @Test("without a total only the count is shown; bytes are shown as sizes")
  func amounts() {
    let screen = Screen()
    let items = screen.progress(nil)
    screen.now += 600 * milliseconds
    items.advance(by: 7)
    let bytes = screen.progress(4 << 20, unit: .bytes)
    screen.now += 600 * milliseconds
    bytes.advance(by: 1 << 20)
    #expect(
      screen.drawn == ["<checking notes  7", "<checking notes  1 MiB of 4 MiB, 25 %, 2 s left"])
  }

  @Test("a narrow window cuts the line")
  func narrow() {
    let screen = Screen()
    let progress = screen.progress(100, columns: 20)
    screen.now += 600 * milliseconds
    progress.advance()
    #expect(screen.drawn == ["<checking notes  1 …"])
  }

  @Test("many small steps look at the clock rarely")
  func cheap() {
    let screen = Screen()
    let progress = screen.progress(1_000_000)
    for _ in 1...1_000_000 { progress.advance() }
    #expect(screen.looks < 2_000)
  }

  @Test(
    "durations are said in the two units that matter",
    arguments: [
      (0.2, "1 s"), (59, "59 s"), (61, "1 min 1 s"), (3_700, "1 h 1 min"), (1e30, "99 h 59 min"),
    ])
  func durations(seconds: Double, text: String) {
    #expect(Progress.duration(seconds) == text)
  }
}
