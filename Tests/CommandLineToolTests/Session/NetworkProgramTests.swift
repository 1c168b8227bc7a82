import TestSupport
import Testing

/// What `tl serve` does while its program is not there.
@Suite("The program for the network")
struct NetworkProgramTests {
  /// A copy of tl in a folder where nothing lies beside it.
  private static let copy = """
    mkdir build
    own=$(readlink -f "$(command -v tl)")
    ln "$own" build/tl 2>/dev/null || cp "$own" build/tl
    """

  @Test("while scripts/run builds it, tl waits, and starts it then")
  func awaited() throws {
    var runner = try CommandRunner()
    let output = try runner.shell(
      Self.copy + """

        printf '%s\\n%s\\n' "$PWD/release/tl-net" $$ >build/tl-net.expected
        build/tl serve >printed 2>said &
        until grep -q 'begins when' said; do sleep 0.02; done
        mkdir release
        printf '#!/bin/sh\\necho "started $*"\\n' >release/tl-net
        chmod +x release/tl-net
        rm build/tl-net.expected
        wait $!
        cat said printed
        """)
    #expect(
      output.stdoutText == """
        tl serve begins when scripts/run has built tl-net; Ctrl-C ends the waiting
        started serve

        """)
    #expect(output.status == 0)
  }

  @Test("after a build that was ended, it is missing")
  func builderIsGone() throws {
    var runner = try CommandRunner()
    try runner.shell(
      Self.copy + """

        true & gone=$!
        wait $gone
        printf '%s\\n%s\\n' "$PWD/release/tl-net" $gone >build/tl-net.expected
        build/tl serve
        """
    ).expect(2, errStarts: "tl: error: tl serve needs the program tl-net")
  }
}
