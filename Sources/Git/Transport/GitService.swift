internal import System

/// The program of git that answers at the other end.
enum GitService: String, Hashable {
  case uploadPack = "upload-pack"
  case receivePack = "receive-pack"
}

/// Variables that tie git to the repository it was started for, as `git rev-parse
/// --local-env-vars` lists them; a program that works in another one must not get them.
private let repositoryVariables: Set<String> = [
  "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CONFIG", "GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS",
  "GIT_OBJECT_DIRECTORY", "GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_GRAFT_FILE",
  "GIT_INDEX_FILE", "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE", "GIT_PREFIX",
  "GIT_SHALLOW_FILE", "GIT_COMMON_DIR", "GIT_INTERNAL_SUPER_PREFIX",
]

extension NetworkSettings {
  /// What a program gets to know that does not belong to this repository.
  package var outsideEnvironment: [String: String] {
    environment.filter { !repositoryVariables.contains($0.key) }
  }

  package func program(_ name: String) -> String? {
    findProgram(name, path: environment["PATH"])
  }

  /// The git program; nil where there is none.
  package var git: String? { program("git") }
}

extension String {
  /// One word of a POSIX shell that means exactly this text.
  package var shellQuoted: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// The same, without quotes where it holds nothing that a shell makes anything of.
  package var shellWord: String {
    let isPlain = utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "/._-+:@%,".utf8.contains(byte)
    }
    return isPlain && !isEmpty && !hasPrefix("-") ? self : shellQuoted
  }
}
