internal import SystemCalls

/// The git program at the server's side.
enum GitService: String, Hashable {
  case uploadPack = "upload-pack"
  case receivePack = "receive-pack"
}

/// Variables that bind git to one repository (`git rev-parse --local-env-vars`); a program that works in another
/// repository must not get them.
private let repositoryVariables: Set<String> = [
  "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CONFIG", "GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS",
  "GIT_OBJECT_DIRECTORY", "GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_GRAFT_FILE",
  "GIT_INDEX_FILE", "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE", "GIT_PREFIX",
  "GIT_SHALLOW_FILE", "GIT_COMMON_DIR", "GIT_INTERNAL_SUPER_PREFIX",
]

extension NetworkSettings {
  /// The environment for a program that works in another repository.
  package var outsideEnvironment: [String: String] {
    environment.filter { !repositoryVariables.contains($0.key) }
  }

  package func program(_ name: String) -> String? {
    findProgram(name, path: environment["PATH"])
  }

  /// The git program; nil if there is none.
  package var git: String? { program("git") }
}
