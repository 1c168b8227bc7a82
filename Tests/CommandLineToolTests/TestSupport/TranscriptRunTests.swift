import Testing

@testable import TestSupport

/// The machinery of the transcripts, tried with commands of the shell alone.
@Suite("Transcript machinery")
struct TranscriptRunTests {
  private func run(_ text: String) throws -> TranscriptRun {
    try TranscriptRun(Transcript(text), name: "x.transcript")
  }

  @Test("everything that a transcript can say, in one that holds")
  func allForms() throws {
    let text = """
      # A comment.
      vault: none

      $ echo one; echo; echo 'two  '; echo '# no comment'; echo '> quoted'
      > one
      >
      > two  {{end}}
      > # no comment
      > > quoted
      # Standard error and the status stand apart.
      $ echo out; echo err >&2; echo >&2; exit 2
      > out
      2> err
      2>
      ?2

      $ cat <<'END' | tr a-z A-Z > file
      $ > first
      $ >
      $ > $third
      $ > END
      $ cat file
      > FIRST
      >
      > $THIRD
      $ printf 'a\\033[0m\\rb\\n\\001'
      > a{{1b}}[0m{{0d}}b
      > {{01}}{{no newline}}
      $ pwd; echo "$VAULT" $HOME $TMPDIR; ls
      > $VAULT
      > $VAULT $HOME $TMP/tmp
      > file
      $ echo pid $$ of something
      > pid {{any}} of{{any}}
      $ cat
      $ kill -9 $$
      ?137

      """
    let run = try run(text)
    #expect(run.mismatches == [])
    #expect(run.recorded.text == text)
  }

  @Test("the clock goes on by a second and the seed by one with each command")
  func clock() throws {
    let run = try run(
      """
      vault: none
      $ echo $TL_NOW $TL_SEED
      > 2026-11-20T18:03:11+01:00 1
      $ echo $TL_NOW $TL_SEED
      > 2026-11-20T18:03:12+01:00 2
      """)
    #expect(run.mismatches == [])
  }

  @Test("a mismatch shows place, command and both sides; recording keeps what matched")
  func mismatch() throws {
    let run = try run(
      """
      vault: none
      # Kept.
      $ printf 'one 1\\ntwo\\nthree 3\\n'; echo oops >&2; exit 4
      > one {{any}}
      > zwei
      > three {{any}}
      ?3
      $ true
      """)
    #expect(
      run.mismatches == [
        """
        x.transcript:3:
            $ printf 'one 1\\ntwo\\nthree 3\\n'; echo oops >&2; exit 4
            > one {{any}}
          - > zwei
          + > two
            > three {{any}}
          + 2> oops
          - ?3
          + ?4
        """
      ])
    #expect(
      run.recorded.text == """
        vault: none
        # Kept.
        $ printf 'one 1\\ntwo\\nthree 3\\n'; echo oops >&2; exit 4
        > one {{any}}
        > two
        > three {{any}}
        2> oops
        ?4
        $ true

        """)
  }

  @Test(
    "output that is expected, or comes, from a command that should say nothing is a mismatch",
    arguments: ["$ true\n> a", "$ echo a", "$ true\n2> a", "$ echo a >&2", "$ false", "$ true\n?1"])
  func silence(step: String) throws {
    #expect(try run("vault: none\n" + step).mismatches.count == 1)
  }

  @Test(
    "text that is no transcript, and where",
    arguments: [
      ("", 0, "no command"), ("vault: none\n", 1, "no command"),
      ("$ true\n", 1, "has to come first"), ("vault: big\n$ true", 1, "vault: example"),
      ("vault: none\nvault: none\n$ true", 2, "one line"), ("vault: none\n> a\n", 2, "no command"),
      ("vault: none\n$ true\n\n> a", 4, "no command"), ("vault: none\nplain", 2, "begins with"),
      ("vault: none\n$ true\nplain", 3, "begins with"), ("vault: none\n$ true\n?0", 3, "1 to 255"),
      ("vault: none\n$ true\n? ", 3, "1 to 255"), ("vault: none\n$ > a", 2, "continues no"),
      ("vault: none\n$ true\n> a\n$ > b", 4, "continues no"),
      ("vault: none\n$true", 2, "begins with"),
      ("vault: none\n$ true\n>a", 3, "begins with"),
    ])
  func unreadable(text: String, line: Int, message: String) {
    let error = #expect(throws: TranscriptError.self) { try Transcript(text) }
    #expect(error?.line == line)
    #expect(error?.message.contains(message) == true)
  }

  @Test(
    "lines match byte by byte but for {{any}}",
    arguments: [
      ("abc", "abc", true), ("abc", "ab", false), ("", "", true), ("", "{{any}}", true),
      ("abc", "{{any}}", true), ("abc", "a{{any}}c", true), ("ac", "a{{any}}c", true),
      ("a", "a{{any}}a", false), ("aXbYc", "a{{any}}b{{any}}c", true),
      ("abab", "{{any}}ba{{any}}", true), ("aab", "{{any}}ab", true), ("abc", "{{any}}b", false),
      ("abc", "a{{any}}x{{any}}c", false), ("abab", "ab{{any}}ab{{any}}ab", false),
      ("\u{e9}", "e\u{301}", false), ("\u{e9}{{any}}", "\u{e9}{{any}}", true),
    ])
  func matching(line: String, pattern: String, matches: Bool) {
    #expect(TranscriptLine.matches(line, pattern) == matches)
  }
}
