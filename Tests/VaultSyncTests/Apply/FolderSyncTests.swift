import Foundation
import TestSupport
import Testing

@testable import Git
@testable import VaultSync

#if os(Linux)
  /// File systems that fail to sync a folder, once or always, made of this one by a library that stands before
  /// the system's.
  @Suite("Folders that cannot be synced", .enabled(if: FailingSync.compiler != nil))
  struct FolderSyncTests {
    private func vault() throws -> ApplyVault {
      try ApplyVault(["a.md": "old a\n"], ["a.md": "new a\n", "d/e.md": "new e\n"])
    }

    @Test("an error after the reference is in its place takes nothing back")
    func errorOfReference() throws {
      let vault = try vault()
      let sync = try FailingSync(code: 5, below: vault.folder.path(".git/refs"))
      let run = try SyncProbe.run(
        ["apply", vault.path, vault.old.hex, vault.new.hex], in: vault,
        environment: sync.environment)
      #expect(run.text == "done 2 0 0")
      try vault.expectSettled(at: vault.new)
    }

    @Test("where no folder can be synced ever, all is applied", arguments: [22, 95, 9])
    func unsupported(code: Int) throws {
      let vault = try vault()
      let sync = try FailingSync(code: code, below: vault.path)
      let run = try SyncProbe.run(
        ["apply", vault.path, vault.old.hex, vault.new.hex], in: vault,
        environment: sync.environment)
      #expect(run.text == "done 2 0 0")
      try vault.expectSettled(at: vault.new)
    }
  }

  /// A library whose `fsync` fails for folders.
  private struct FailingSync {
    let environment: [String: String]
    private let folder: TemporaryFolder

    static let compiler = ["/usr/bin/cc", "/usr/bin/clang"].first {
      FileManager.default.isExecutableFile(atPath: $0)
    }

    /// - Parameters:
    ///   - code: of the error.
    ///   - below: only folders here, and this one, are concerned.
    init(code: Int, below path: String) throws {
      folder = try TemporaryFolder()
      try folder.write(Self.source, to: "sync.c")
      let library = folder.path("sync.so")
      let output = try runProgram(
        Self.compiler ?? "", ["-shared", "-fPIC", "-o", library, folder.path("sync.c"), "-ldl"],
        in: folder.path, environment: ["PATH": "/usr/bin:/bin"])
      guard output.status == 0 else { throw CommandFailure(description: "\(output)") }
      environment = ["LD_PRELOAD": library, "SYNC_ERROR": "\(code)", "SYNC_BELOW": path]
    }

    private static let source = """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <errno.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      #include <sys/stat.h>
      #include <unistd.h>

      int fsync(int file) {
        int (*next)(int) = dlsym(RTLD_NEXT, "fsync");
        struct stat status;
        char link[64], path[4096];
        const char *below = getenv("SYNC_BELOW");
        snprintf(link, sizeof link, "/proc/self/fd/%d", file);
        ssize_t length = readlink(link, path, sizeof path - 1);
        if (length > 0 && fstat(file, &status) == 0 && S_ISDIR(status.st_mode)) {
          path[length] = 0;
          if (strncmp(path, below, strlen(below)) == 0) {
            errno = atoi(getenv("SYNC_ERROR"));
            return -1;
          }
        }
        return next(file);
      }

      """
  }
#endif
