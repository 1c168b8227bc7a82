# shellcheck shell=sh
# Makes the tree that is installed: the only list of the files of tl. Sourced, never run.
# Needs output.sh and the variable `root`, the project's folder.

stage_bash=share/bash-completion/completions/tl
stage_zsh=share/zsh/site-functions/_tl
stage_fish=share/fish/vendor_completions.d/tl.fish
stage_reference=share/doc/tl/cli-reference.md
stage_places=share/tl/places.tsv

# make_stage FOLDER [PROGRAMS]
# Builds the programs, and fills FOLDER anew with all that belongs below a prefix. With PROGRAMS, a folder that holds
# tl, it builds nothing and takes the programs that are there. Sets `linked_archives`: the archives of C libraries that
# were offered to the linker of tl-net, which needs all that tl needs.
make_stage() {
  stage_folder=$1
  linked_archives=
  if [ -n "${2-}" ]; then
    stage_tl=$2/tl
    stage_net=$2/tl-net
    stage_media=$2/tl-media
    [ -x "$stage_tl" ] || die "$2 holds no program tl"
    [ -x "$stage_net" ] || stage_net=
    [ -x "$stage_media" ] || stage_media=
  else
    # The first one compiles what the second one links.
    stage_net=$("$root/scripts/build" net) || exit
    stage_tl=$("$root/scripts/build") || exit
    # The next build empties this folder.
    linked_archives=$(find "$root/.build/static" -name 'lib*.a' -exec readlink -f {} + 2>/dev/null | sort -u) || true
    stage_media=$("$root/scripts/build" media) || {
      say "without tl-media the page shows originals instead of small copies of pictures"
      stage_media=
    }
  fi
  rm -rf "$stage_folder"
  for file in bin/tl libexec/tl/tl-net share/man/man1/tl.1 "$stage_reference" "$stage_places" "$stage_bash" \
    "$stage_zsh" "$stage_fish"; do
    mkdir -p "$stage_folder/$(dirname "$file")"
  done
  cp "$stage_tl" "$stage_folder/bin/tl"
  [ -z "$stage_net" ] || cp "$stage_net" "$stage_folder/libexec/tl/tl-net"
  [ -z "$stage_media" ] || cp "$stage_media" "$stage_folder/libexec/tl/tl-media"
  cp "$root/share/places.tsv" "$stage_folder/$stage_places"
  "$stage_tl" generate man "$stage_folder/share/man/man1"
  "$stage_tl" generate reference >"$stage_folder/$stage_reference"
  "$stage_tl" generate completions bash >"$stage_folder/$stage_bash"
  "$stage_tl" generate completions zsh >"$stage_folder/$stage_zsh"
  "$stage_tl" generate completions fish >"$stage_folder/$stage_fish"
  chmod -R u=rwX,go=rX "$stage_folder"
}
