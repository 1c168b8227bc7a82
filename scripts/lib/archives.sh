# shellcheck shell=sh
# Finds the archives of the C libraries that a release of tl holds. Sourced, never run.
# Needs machine.sh and output.sh.

# A folder that holds only archives makes the linker take them for -lstdc++ and its like.
archives=.build/static

# Fills the folder, and sets `archive_flags` to what the linker needs to be told beyond it. What has
# no archive here comes from the system when tl runs.
collect_archives() {
  archive_flags="-Xlinker -L$archives"
  rm -rf "$archives"
  mkdir -p "$archives"
  for library in stdc++ yaml sqlite3 cmark-gfm cmark-gfm-extensions ssl crypto; do
    take_archive "$library" || true
  done
  take_libgcc
  collect_libgit2
}

# The compiler's -static-libgcc does the same, but would be an argument of each compilation, and tl-media, which has
# libgcc as a shared library, would be built from nothing.
take_libgcc() {
  ! take_archive gcc_eh || ln -sf libgcc_eh.a "$archives/libgcc_s.a"
}

# take_archive NAME: fails where there is none.
take_archive() {
  archive=$("$(toolchain)/clang" -print-file-name="lib$1.a" 2>/dev/null || true)
  case $archive in
    /*) ln -sf "$archive" "$archives/lib$1.a" ;;
    *) return 1 ;;
  esac
}

# libgit2 does not say which libraries its archive needs, so all that are known to be are taken, and
# a program is linked to see whether they are all: if not, libgit2 stays what it was, a shared library.
collect_libgit2() {
  take_archive git2 || return 0
  libraries=-lgit2
  for library in mbedtls mbedx509 mbedcrypto http_parser llhttp ssh2 pcre2-8 pcre ssl crypto z; do
    ! take_archive "$library" || libraries="$libraries -l$library"
  done
  clang=$(toolchain)/clang
  object=$archives/no-kerberos.o
  "$clang" -O -ffunction-sections -c "$root/scripts/lib/no-kerberos.c" -o "$object" 2>/dev/null ||
    object=
  # shellcheck disable=SC2086 # no name of a library holds a blank
  if printf 'int git_libgit2_init(void); int main(void) { return git_libgit2_init(); }\n' |
    "$clang" -x c - -x none $object -o "$archives/trial" "-L$archives" \
      -Wl,--start-group $libraries -Wl,--end-group >/dev/null 2>&1; then
    archive_flags="$archive_flags -Xlinker --start-group"
    for library in $libraries; do archive_flags="$archive_flags -Xlinker $library"; done
    archive_flags="$archive_flags -Xlinker --end-group"
    [ -z "$object" ] || archive_flags="$archive_flags -Xlinker $object"
  else
    say "libgit2 has no archive here that can be linked: the program will need libgit2 to run"
    find "$archives" -name 'lib*.a' ! -name libstdc++.a ! -name libyaml.a ! -name libsqlite3.a \
      ! -name 'libcmark-gfm*.a' ! -name libssl.a ! -name libcrypto.a ! -name 'libgcc_*.a' -exec rm -f {} +
  fi
  rm -f "$archives/trial"
}
