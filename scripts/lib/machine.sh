# shellcheck shell=sh
# Finds Swift, finds out what it lacks on this machine, and installs that. Sourced, never run.
# Needs output.sh and the variable `root`, the project's folder.

minimum_swift=6.2
# Those of all builds of a configuration, so that each goes on where another ended. Tests look into modules, and what
# they have tested is what is released. Profilers find functions by symbols; debug information would be a tenth of the
# time.
debug_flags="-c debug -Xswiftc -warnings-as-errors"
release_flags="-c release -debug-info-format none -Xswiftc -warnings-as-errors -Xswiftc -enable-testing"

# Afterwards `swift` works, links programs, and is new enough; or the script has ended with words
# that say what to do.
prepare_machine() {
  find_swift || explain_swift "Swift $minimum_swift or newer is needed, and there is no Swift here."
  ! swift --version >/dev/null 2>&1 || check_swift_version
  case $(uname -s) in
    Linux) prepare_linux ;;
    Darwin) prepare_macos ;;
    *) say "this system is not one that tl is made for; going on all the same" ;;
  esac
  check_swift_version
  if [ "$(uname -s)" = Linux ] && [ ! -d "$(toolchain)/../lib/swift_static" ]; then
    TL_SHARED_SWIFT=1
    export TL_SHARED_SWIFT
  fi
  drop_moved_cache
}

# The compiler's cache of modules works only in the folder where it was made: once the project has
# been moved or copied nothing compiles with it.
drop_moved_cache() {
  mark=$root/.build/tl-folder
  [ "$(cat "$mark" 2>/dev/null)" != "$root" ] || return 0
  rm -rf "$root"/.build/*/debug/ModuleCache "$root"/.build/*/release/ModuleCache
  mkdir -p "$root/.build"
  printf '%s\n' "$root" >"$mark"
}

# Puts `swift` into PATH where swiftly keeps it, for shells that were started before it came.
find_swift() {
  command -v swift >/dev/null 2>&1 && return
  for folder in "${SWIFTLY_BIN_DIR:-$HOME/.local/share/swiftly/bin}" "$HOME/.swiftly/bin"; do
    if [ -x "$folder/swift" ]; then
      PATH=$folder:$PATH
      export PATH
      return
    fi
  done
  return 1
}

check_swift_version() {
  version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' |
    head -n 1)
  [ -n "$version" ] || die "'swift --version' fails: $(swift --version 2>&1 | head -n 1)"
  major=${version%%.*}
  minor=${version#*.}
  minor=${minor%%.*}
  if [ "$major" -lt "${minimum_swift%.*}" ] ||
    { [ "$major" -eq "${minimum_swift%.*}" ] && [ "$minor" -lt "${minimum_swift#*.}" ]; }; then
    explain_swift "Swift $minimum_swift or newer is needed; this is Swift $version."
  fi
}

explain_swift() {
  say "error: $1"
  {
    echo
    echo "  swiftly, the Swift project's own installer, brings it without touching the system:"
    echo
    if [ "$(uname -s)" = Darwin ]; then
      echo "    curl -O https://download.swift.org/swiftly/darwin/swiftly.pkg"
      echo "    installer -pkg swiftly.pkg -target CurrentUserHomeDirectory"
      echo "    ~/.swiftly/bin/swiftly init"
    else
      command -v curl >/dev/null 2>&1 || echo "    (curl comes first: the package is named curl)"
      echo "    curl -O https://download.swift.org/swiftly/linux/swiftly-$(uname -m).tar.gz"
      echo "    tar zxf swiftly-$(uname -m).tar.gz"
      echo "    ./swiftly init"
    fi
    echo
    echo "  Other ways are on https://www.swift.org/install/"
    echo "  Open a new shell afterwards, so that it finds swift, and run this script once more."
  } >&2
  exit 1
}

prepare_macos() {
  xcrun --find ld >/dev/null 2>&1 ||
    die "the command line tools are missing; install them with: xcode-select --install"
  missing=
  command -v git >/dev/null 2>&1 || missing="$missing git"
  command -v pkg-config >/dev/null 2>&1 || missing="$missing pkgconf"
  pkg-config --exists yaml-0.1 2>/dev/null || missing="$missing libyaml"
  pkg-config --exists libgit2 2>/dev/null || missing="$missing libgit2"
  pkg-config --exists libcmark-gfm 2>/dev/null || missing="$missing cmark-gfm"
  [ "${for_media-no}${for_tests-no}" = nono ] || has_vips || missing="$missing vips"
  [ "${for_page-no}" = no ] || has_browser ||
    die "the tests of the page need Chromium or Chrome; install one with: brew install --cask google-chrome," \
      "or name another with TL_BROWSER"
  [ -n "$missing" ] || return 0
  command -v brew >/dev/null 2>&1 ||
    die "these are missing:$missing; install Homebrew from https://brew.sh, then run this again"
  say "installing through Homebrew what tl is built with:$missing"
  # shellcheck disable=SC2086 # the names of packages hold no blanks
  brew install --quiet $missing >&2
}

# What can be missing, and the package that brings it: for apt-get, dnf and pacman. Why, last.
package_table() {
  cat <<'TABLE'
libncurses.so.6 libncurses6     ncurses-libs    ncurses         Swift loads libncurses
libtinfo.so.6   libtinfo6       ncurses-libs    ncurses         Swift loads libtinfo
libcurl.so.4    libcurl4        libcurl         curl            Swift loads libcurl
libxml2.so.2    libxml2         libxml2         libxml2-legacy  Swift loads libxml2
libsqlite3.so.0 libsqlite3-0    sqlite-libs     sqlite          Swift loads libsqlite3
libedit.so.2    libedit2        libedit         libedit         Swift loads libedit
libz.so.1       zlib1g          zlib            zlib            Swift loads libz
libuuid.so.1    libuuid1        libuuid         util-linux-libs Swift loads libuuid
libstdc++.so.6  libstdc++6      libstdc++       gcc-libs        Swift loads libstdc++
libgcc_s.so.1   libgcc-s1       libgcc          gcc-libs        Swift loads libgcc
git             git             git             git             fetches the libraries that tl uses
certificates    ca-certificates ca-certificates ca-certificates lets git check whom it talks to
linker          binutils        binutils        binutils        links the program
c-headers       libc6-dev       glibc-devel     glibc           the C library's headers
c++-headers     libstdc++-dev   libstdc++-devel gcc             the C++ library that Swift links
libyaml         libyaml-dev     libyaml-devel   libyaml         reads YAML
libgit2         libgit2-dev     libgit2-devel   libgit2         reads and writes git's repositories
zlib            zlib1g-dev      zlib-devel      zlib            packs git's objects
cmark-gfm       libcmark-gfm-dev cmark-gfm-devel cmark-gfm     reads Markdown
cmark-gfm-extensions libcmark-gfm-extensions-dev cmark-gfm-devel cmark-gfm reads tables in Markdown
libcrypto       libssl-dev      openssl-devel   openssl         hashes, makes certificates, encrypts connections
libvips         libvips-dev     vips-devel      libvips         makes small copies of pictures
sqlite          libsqlite3-dev  sqlite-devel    sqlite          keeps the state of the notesync server
openssl         openssl         openssl         openssl         checks certificates in the tests
sshd            openssh-server  openssh-server  openssh         answers the tests over ssh
strace          strace          strace          strace          has system calls fail in the tests
git-lfs         git-lfs         git-lfs         git-lfs         keeps large files beside git in the tests
browser         chromium        chromium        chromium        shows the page in the tests
webkit          webkit2gtk-driver - -                         shows the page in the engine of iPhones
display         xvfb            -               -               is where that engine draws
certutil        libnss3-tools   -               -               has a browser of the tests trust a certificate
venv            python3-venv    python3         python          keeps what the tests of the page need from PyPI
pytest          python3-pytest  python3-pytest  python-pytest   asks the notesync server what the protocol says
dbus            dbus            dbus-daemon     dbus            is the bus on which the tests show notifications
gdbus           libglib2.0-bin  glib2           glib2           shows notifications in the tests
notify-send     libnotify-bin   libnotify       libnotify       shows notifications in the tests
dbusmock        python3-dbusmock -         -               is the daemon that the tests show them to
age             age             age             age             encrypts backups in the tests
unzip           unzip           unzip           unzip           reads zip files in the tests
bsdtar          libarchive-tools bsdtar         libarchive      reads zip files in the tests
systemd-analyze systemd         systemd         systemd         checks units that tl writes
crontab         cron            cronie          cronie          checks lines that tl writes for cron
time-zones      tzdata          tzdata          tzdata          knows the time zones
TABLE
}

prepare_linux() {
  missing=$(find_missing)
  [ -n "$missing" ] || return 0
  choose_package_manager
  say "this machine lacks what building tl needs:"
  packages=
  for thing in $missing; do
    row=$(package_table | awk -v thing="$thing" '$1 == thing')
    [ -n "$row" ] || row="$thing - - - Swift loads it"
    package=$(echo "$row" | awk -v column="$column" '{ print $column }')
    why=$(echo "$row" | awk '{ $1 = $2 = $3 = $4 = ""; sub(/^ +/, ""); print }')
    if [ "$package" = - ]; then
      say "    $thing: $why; no package is known for it here"
      continue
    fi
    say "    $(printf '%-16s' "$package") $why"
    packages="$packages $package"
  done
  [ -n "$packages" ] || die "install what is listed above, then run this again"
  install_packages
  missing=$(find_missing)
  [ -z "$missing" ] || die "still missing after the installation: $(echo "$missing" | tr '\n' ' ')"
}

# Prints the names, as in the table, of all that is missing; looks, and changes nothing.
find_missing() {
  missing_libraries
  command -v git >/dev/null 2>&1 || echo git
  [ -e /etc/ssl/certs/ca-certificates.crt ] || [ -e /etc/pki/tls/certs/ca-bundle.crt ] ||
    [ -e /etc/ssl/cert.pem ] || [ -e /etc/ssl/ca-bundle.pem ] || echo certificates
  command -v ld >/dev/null 2>&1 || echo linker
  compiles c 'stdlib.h' || echo c-headers
  compiles c++ 'string' || echo c++-headers
  compiles c 'yaml.h' || echo libyaml
  compiles c 'git2.h' || echo libgit2
  compiles c 'zlib.h' || echo zlib
  [ "${for_net-no}${for_tests-no}" = nono ] || compiles c 'cmark-gfm.h' || echo cmark-gfm
  [ "${for_net-no}${for_tests-no}" = nono ] || compiles c 'cmark-gfm-core-extensions.h' ||
    echo cmark-gfm-extensions
  [ "${for_media-no}${for_tests-no}" = nono ] || has_vips || echo libvips
  [ "${for_net-no}${for_tests-no}" = nono ] || compiles c 'openssl/evp.h' || echo libcrypto
  [ "${for_net-no}${for_tests-no}" = nono ] || compiles c 'sqlite3.h' || echo sqlite
  [ "${for_tests-no}" = no ] || has_sshd || echo sshd
  [ "${for_tests-no}" = no ] || command -v openssl >/dev/null 2>&1 || echo openssl
  [ "${for_tests-no}" = no ] || command -v strace >/dev/null 2>&1 || echo strace
  [ "${for_tests-no}" = no ] || command -v git-lfs >/dev/null 2>&1 || echo git-lfs
  [ "${for_tests-no}" = no ] || command -v age >/dev/null 2>&1 || echo age
  [ "${for_tests-no}" = no ] || command -v unzip >/dev/null 2>&1 || echo unzip
  [ "${for_tests-no}" = no ] || command -v bsdtar >/dev/null 2>&1 || echo bsdtar
  [ "${for_tests-no}" = no ] || missing_for_reminders
  [ "${for_tests-no}" = no ] || python3 -c 'import pytest' 2>/dev/null || echo pytest
  [ "${for_page-no}" = no ] || python3 -c 'import ensurepip, venv' 2>/dev/null || echo venv
  [ "${for_page-no}" = no ] || has_browser || echo browser
  # Where these are not packages of these names, the tests that need them are left out.
  if [ "${for_page-no}" != no ] && command -v apt-get >/dev/null 2>&1; then
    command -v WebKitWebDriver >/dev/null 2>&1 || echo webkit
    command -v Xvfb >/dev/null 2>&1 || echo display
    command -v certutil >/dev/null 2>&1 || echo certutil
  fi
  [ -e /usr/share/zoneinfo/Europe/Berlin ] || echo time-zones
}

missing_for_reminders() {
  command -v dbus-run-session >/dev/null 2>&1 || echo dbus
  command -v gdbus >/dev/null 2>&1 || echo gdbus
  command -v notify-send >/dev/null 2>&1 || echo notify-send
  # The system's Python, for which distributions have it; without it the tests that need it are left out.
  ! command -v apt-get >/dev/null 2>&1 || /usr/bin/python3 -c 'import dbusmock' 2>/dev/null ||
    echo dbusmock
  command -v systemd-analyze >/dev/null 2>&1 || echo systemd-analyze
  command -v crontab >/dev/null 2>&1 || echo crontab
}

has_vips() {
  pkg-config --exists vips 2>/dev/null
}

# The names that Tests/page/conftest.py knows.
has_browser() {
  for name in "${TL_BROWSER-}" chromium chromium-browser google-chrome google-chrome-stable \
    /Applications/Chromium.app/Contents/MacOS/Chromium \
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
    [ -z "$name" ] || ! command -v "$name" >/dev/null 2>&1 || return 0
  done
  return 1
}

has_sshd() {
  for folder in /usr/sbin /usr/local/sbin /usr/bin; do
    [ ! -x "$folder/sshd" ] || return 0
  done
  return 1
}

# compiles LANGUAGE HEADER: fails when the toolchain's own compiler finds no such header. While that
# compiler cannot start, looks for the header where distributions keep it.
compiles() {
  compiler=$(toolchain)/clang
  if "$compiler" --version >/dev/null 2>&1; then
    printf '#include <%s>\n' "$2" | "$compiler" -x "$1" -fsyntax-only - >/dev/null 2>&1
  else
    for header in /usr/include/"$2" /usr/include/c++/*/"$2"; do
      [ ! -e "$header" ] || return 0
    done
    return 1
  fi
}

missing_libraries() {
  for program in swift-frontend swift-package clang lld; do
    ldd "$(toolchain)/$program" 2>/dev/null
  done | sed -n 's/^[[:space:]]*\([^ ]*\) => not found.*/\1/p' | sort -u
}

# Prints the folder of the toolchain's programs, behind links and behind swiftly's proxies.
toolchain() {
  program=$(readlink -f "$(command -v swift)")
  case $program in
    */swiftly) echo "$(swiftly use --print-location 2>/dev/null)/usr/bin" ;;
    *) dirname "$program" ;;
  esac
}

# Sets `manager` and `column`, its column in the table.
choose_package_manager() {
  column=1
  for manager in apt-get dnf pacman; do
    column=$((column + 1))
    ! command -v "$manager" >/dev/null 2>&1 || return 0
  done
  say "error: neither apt-get nor dnf nor pacman is here; with this system's own tools, install:"
  for thing in $missing; do
    package_table | awk -v thing="$thing" '$1 == thing { print "    " $2 " (as Debian names it)" }' >&2
  done
  exit 1
}

# Installs `packages` with `manager`; as root directly, else through sudo.
install_packages() {
  as_root=
  if [ "$(id -u)" -ne 0 ]; then
    by_hand="as root, run: $manager install$(echo "$packages" | sed 's/libstdc++-dev/g++/')"
    command -v sudo >/dev/null 2>&1 || die "this needs root, and there is no sudo; $by_hand"
    say "installing needs root: sudo may ask for your password"
    sudo -v || die "sudo refused; $by_hand"
    as_root=sudo
  fi
  log=$root/.build/tl-setup.log
  mkdir -p "$root/.build"
  say "installing through $manager…"
  # shellcheck disable=SC2086 # the names of packages hold no blanks
  case $manager in
    apt-get) install_with_apt ;;
    dnf) $as_root dnf install -y --quiet $packages ;;
    pacman) $as_root pacman -S --needed --noconfirm $packages ;;
  esac >"$log" 2>&1 </dev/null || {
    tail -n 20 "$log" >&2
    die "$manager could not install:$packages"
  }
  say "installed"
}

# A failed update is no error yet: what is known already may do.
install_with_apt() {
  apt="$as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=600"
  $apt update || true
  case " $packages " in
    *" libstdc++-dev "*) packages=$(name_cxx_package) ;;
  esac
  # Ubuntu has another name for it.
  if [ -z "$(apt-cache madison chromium 2>/dev/null)" ]; then
    packages=$(printf '%s' "$packages" | sed 's/ chromium\( \|$\)/ chromium-browser\1/')
  fi
  # shellcheck disable=SC2086
  $apt install -y --no-install-recommends $packages
}

# Prints `packages` with the package of this release's C++ library in place of the name
# libstdc++-dev, which is virtual: several packages provide it.
name_cxx_package() {
  release=$(apt-cache depends g++ 2>/dev/null |
    sed -n 's/.*Depends: g++-\([0-9][0-9]*\)$/\1/p' | head -n 1)
  real=g++
  [ -z "$release" ] || real=libstdc++-$release-dev
  printf '%s ' "$packages" | sed "s/libstdc++-dev/$real/"
}
