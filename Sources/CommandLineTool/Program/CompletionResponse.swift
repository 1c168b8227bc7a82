internal import SystemCalls

/// The output of `tl complete SHELL …`, which the completion scripts run.
///
/// The first line of the answer is `words`, `files` or `directories`; with `words` a line for each
/// candidate follows, whose parts are separated by tabs. Errors print
/// nothing: they would disturb the line that is being typed.
struct CompletionResponse {
  enum Shell: String, CaseIterable {
    /// `tl complete bash LINE REPLACED`: the line up to the cursor, and the part that bash replaces. Lines are
    /// quoted words.
    case bash
    /// `tl complete zsh WORD…`: the words up to the cursor without `tl`. Lines are the word and what to show
    /// for it.
    case zsh
    /// As zsh's. Lines are the word and its text.
    case fish
  }

  /// The lines to print; `arguments` are those behind `complete`.
  static func lines(
    _ arguments: [String], values: @escaping CompletionFinder.Values
  ) -> [String] {
    guard let shell = arguments.first.flatMap(Shell.init) else { return [] }
    let rest = Array(arguments.dropFirst())
    switch shell {
    case .bash:
      guard rest.count == 2 else { return [] }
      let line = BashLine(rest[0])
      let finder = CompletionFinder(
        Array(line.words.dropFirst()), completing: line.current, values: values)
      return lines(finder.completion) { candidates in
        candidates.map { line.insertion(of: $0.word, replacing: rest[1]) }
      }
    case .zsh:
      return lines(completion(rest, values)) { candidates in
        let width = candidates.map { DisplayWidth.of($0.word) }.max() ?? 0
        return candidates.map { candidate in
          let shown =
            candidate.text.isEmpty
            ? candidate.word : DisplayWidth.pad(candidate.word, to: width) + "  " + candidate.text
          return candidate.word + "\t" + shown
        }
      }
    case .fish:
      // Fish takes the quotes off the finished words only; open ones are much like bash's.
      let words = rest.dropLast() + rest.suffix(1).map { BashLine($0).current }
      return lines(completion(Array(words), values)) { candidates in
        candidates.map { $0.text.isEmpty ? $0.word : $0.word + "\t" + $0.text }
      }
    }
  }

  private static func completion(
    _ words: [String], _ values: @escaping CompletionFinder.Values
  ) -> Completion {
    CompletionFinder(words.dropLast(), completing: words.last ?? "", values: values).completion
  }

  private static func lines(
    _ completion: Completion, _ words: ([Completion.Candidate]) -> [String]
  ) -> [String] {
    switch completion {
    case .files: ["files"]
    case .directories: ["directories"]
    case .candidates(let candidates): ["words"] + words(candidates)
    }
  }

  /// Runs `tl complete`.
  static func run(_ arguments: [String]) {
    let showsTexts = arguments.first != Shell.bash.rawValue
    let lines = lines(arguments) { reading in
      (try? openVault(reading.vault)).map {
        VaultCompletionValues(vault: $0, showsTexts: showsTexts)
      }
    }
    _ = StandardStream.output.write(lines.joined(separator: "\n").utf8)
    if !lines.isEmpty { _ = StandardStream.output.write("\n".utf8) }
  }

  private static func openVault(_ path: String?) throws -> OpenVault {
    var options = GlobalOptions.plain
    options.quiet = true
    options.noInput = true
    if let path {
      // The shell has not read this word yet.
      let home = Environment().home
      options.vault = path.hasPrefix("~/") ? (home ?? "~") + path.dropFirst() : path
    }
    return try Session(options).openVault(for: .readingQuietly)
  }
}

/// A command line of bash up to the cursor, split as bash does it.
///
/// Bash inserts candidates unchanged, so they are quoted here to fit the quotes that are open at
/// the cursor.
struct BashLine {
  private let split: ShellWords

  init(_ line: String) { split = ShellWords(line, ofBash: true) }

  /// The finished words without their quotes, `tl` among them.
  var words: [String] { split.words }
  /// The last word, up to the cursor, without its quotes.
  var current: String { split.last ?? "" }
  /// Quotes that are still open at the cursor.
  private var openQuote: Character? { split.openQuote }

  /// The quoted text that bash inserts for `word`.
  ///
  /// - Parameter replaced: the part of the typed word that bash replaces; it may begin behind a `:`, `=` or `@`.
  func insertion(of word: String, replacing replaced: String) -> String {
    let replacedCount = BashLine((openQuote.map(String.init) ?? "") + replaced).current
      .count
    let kept = max(0, current.count - replacedCount)
    return Self.quoted(word.dropFirst(kept), in: openQuote)
  }

  private static func quoted(_ text: Substring, in quote: Character?) -> String {
    switch quote {
    case "'": text.map { $0 == "'" ? "'\\''" : String($0) }.joined()
    case "\"":
      text.map { character in
        // The shell's history reads `!` in double quotes too.
        if character == "!" { return "\"'!'\"" }
        return "$`\"\\".contains(character) ? "\\\(character)" : String(character)
      }.joined()
    default: text.map { isPlain($0) ? String($0) : "\\\($0)" }.joined()
    }
  }

  private static func isPlain(_ character: Character) -> Bool {
    guard let byte = character.asciiValue else { return true }
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      return true
    default: return "_-./,:=@+%".utf8.contains(byte)
    }
  }
}

/// The scripts that bash, zsh and fish read.
///
/// They run `tl complete`, so that they agree with the installed tl. Its output is never evaluated
/// as shell code: lines go into arrays.
enum CompletionScript {
  static func text(for shell: CompletionResponse.Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private static let bash = #"""
    # Completions of tl for bash.
    _tl() {
      local line kind=
      COMPREPLY=()
      while IFS= read -r line; do
        if [[ -z $kind ]]; then kind=$line; else COMPREPLY+=("$line"); fi
      done < <(command tl complete bash "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
      case $kind in
        files) compopt -o default 2>/dev/null ;;
        directories) compopt -o dirnames -o nospace 2>/dev/null ;;
      esac
    }
    complete -F _tl tl
    """#

  private static let zsh = #"""
    #compdef tl
    # Completions of tl for zsh.
    _tl() {
      local -a answer words_found shown
      local line
      answer=("${(@f)$(command tl complete zsh "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
      case ${answer[1]} in
        files) compset -P '--*='; _files; return ;;
        directories) compset -P '--*='; _files -/; return ;;
      esac
      for line in "${(@)answer[2,-1]}"; do
        words_found+=("${line%%$'\t'*}")
        shown+=("${line#*$'\t'}")
      done
      (( ${#words_found} )) || return 1
      compadd -l -V tl -d shown -a words_found
    }
    if [[ ${funcstack[1]} = _tl ]]; then
      _tl "$@"
    else
      compdef _tl tl
    fi
    """#

  private static let fish = #"""
    # Completions of tl for fish.
    function __tl_complete
        set -l tokens (commandline -opc)
        set -l answer (command tl complete fish $tokens[2..-1] (commandline -ct) 2>/dev/null)
        switch "$answer[1]"
            case files
                __fish_complete_path (commandline -ct)
            case directories
                __fish_complete_directories (commandline -ct) ''
            case words
                set -e answer[1]
                string join \n -- $answer
        end
    end
    complete -c tl -f -k -a '(__tl_complete)'
    """#
}
