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
