import HTTPTypes
import SystemCalls
import Testing
import VaultFormat
import VaultStore
import VaultSync

@testable import Git
@testable import Page
@testable import VaultIndex

@Suite("Problems of requests")
struct PageProblemTests {
  /// An error, and what the page and its API say of it.
  private struct Example {
    var error: any Error
    var status: Int
    var code: String
    var text: String

    init(_ error: any Error, _ status: Int, _ code: String, _ text: String) {
      (self.error, self.status, self.code, self.text) = (error, status, code, text)
    }
  }

  private static let busy =
    "Another program is writing to this vault. Nothing was changed: try again."
  private static let isFull =
    "There is no room left on the disk. Nothing was changed: make room, then try again."

  private static let table: [Example] = [
    Example(StoreError("w", .locked(.write, holder: 7)), 503, "busy", busy),
    Example(StoreError("a.md", .keepsChanging(tries: 5)), 503, "busy", busy),
    Example(StoreError("a.md", .isOpenElsewhere), 503, "busy", busy),
    Example(SyncError.store(StoreError("s", .locked(.sync, holder: nil))), 503, "busy", busy),
    Example(StoreError("a.md", .system(SystemError(28, .write))), 507, "disk_full", isFull),
    Example(SystemError(28, .write), 507, "disk_full", isFull),
    Example(
      SyncError.git(GitError(.other, operation: "write", message: "x: No space left on device")),
      507, "disk_full", isFull),
    // A name may have the first words of a sealed note.
    Example(
      StoreError("secret.md", .taken), 409, "conflict",
      "Exists already. Choose another name; nothing was changed."),
    Example(
      StoreError("a.md", .unrecorded(SystemError(30, .write))), 403, "forbidden",
      "Stays as it is, since what tl undo needs to take the change back cannot be kept: read-only file system."
    ),
    Example(
      SyncError.store(StoreError("a.md", .link)), 409, "conflict", "Is a symbolic link"),
    Example(StoreError("a.md", .notText), 409, "conflict", "Is not text in UTF-8"),
    Example(
      StoreError("a.md", .system(SystemError(27, .write))), 409, "conflict",
      "File too large. Nothing was changed; the file system"),
    Example(
      Vault.WriteRefusal.newerFormat(7), 403, "forbidden",
      "This vault has format 7; this tl writes format 1. Install a newer tl to write to it; reading works."
    ),
    Example(
      SyncError.refused(.noRepository), 409, "conflict",
      "This vault has no git repository, and sync and history need one. tl init makes one; none of your files is changed."
    ),
    Example(
      SyncError.transport(.unreachable(message: "", isTimeout: true)), 502, "failed",
      "The remote does not answer. Your changes are committed here; the next tl sync sends them."),
    Example(
      QueryParser.Failure.emptyValue(prefix: "tag"), 400, "bad_request",
      "tag: needs a value. Write it as tag:VALUE."),
    Example(
      PatternError(pattern: "(", reason: "expected )"), 422, "invalid_value",
      "The regular expression cannot be read: expected )."),
  ]

  @Test("an error has a status and a sentence by its kind")
  func table() {
    for example in Self.table {
      let (page, api) = (PageProblem(example.error), APIProblem(example.error))
      #expect(page.text.hasPrefix(example.text), "\(page.text)")
      #expect(page.status.code == example.status, "\(example.text)")
      #expect(api.status.code == example.status && api.message == page.text, "\(example.text)")
      #expect(api.code == example.code, "\(example.text)")
    }
  }

  @Test("a file that is gone is no failure")
  func missing() {
    let problem = PageProblem(StoreError("a.md", .system(SystemError(2, .open))))
    #expect(problem.status == .notFound && problem.text.contains("moved or removed meanwhile"))
  }

  @Test("where something was changed before an error, it does not say that nothing was")
  func afterChanges() {
    let errors: [StoreError] = [
      StoreError("w", .locked(.write, holder: 7)), StoreError("a.md", .keepsChanging(tries: 5)),
      StoreError("a.md", .system(SystemError(28, .write))), StoreError("a.md", .taken),
      StoreError("a.md", .system(SystemError(13, .open))),
      StoreError("a.md", .system(SystemError(30, .write))),
    ]
    for error in errors {
      let later = ErrorAfterChanges(error: error, changed: "A part was changed before")
      let (page, api) = (PageProblem(later), APIProblem(later))
      #expect(page.status == PageProblem(error).status)
      #expect(page.text.contains("A part was changed before"), "\(page.text)")
      #expect(!page.text.lowercased().contains("nothing was changed"), "\(page.text)")
      #expect(api.message == page.text && api.next != "Nothing was changed.")
    }
  }

  @Test("a value that the API cannot use is named")
  func values() {
    let problem = APIProblem(FieldAssignment.Failure.notABoolean(key: "pinned", value: "maybe"))
    #expect(problem.status == .unprocessableContent && problem.code == "invalid_value")
    #expect(problem.message == "Pinned is yes or no, not 'maybe'.")
  }
}
