import TestSupport
import Testing

/// What must not stand in code, where, and what to do instead.
private struct Rule: Sendable, CustomTestStringConvertible {
  let pattern: CodePattern
  let places: [String]
  let instead: String
  /// Files that may, each with its reason.
  var exceptions: [String: String] = [:]

  var testDescription: String { "\(pattern)" }
}

private let libraries = [
  "VaultFormat", "VaultStore", "VaultIndex", "Media", "Archives", "Rendering", "Git", "VaultSync",
  "Words", "Sharing", "Cryptography", "Notesync", "WebServer", "NotesyncServer", "Backup",
  "DemoVault",
]
.map { "Sources/\($0)/" }
private let everywhere = ["Sources/"]
/// What leaves the vault, for whoever gets it.
private let giving = ["Sources/Publishing/"]
/// What shows notes to somebody.
private let faces = ["CommandLineTool", "NetworkTool", "Page", "NotesyncServer"]
  .map { "Sources/\($0)/" }

private func rules(
  _ patterns: [CodePattern], in places: [String], instead: String,
  except exceptions: [String: String] = [:]
) -> [Rule] {
  patterns.map { Rule(pattern: $0, places: places, instead: instead, exceptions: exceptions) }
}

private let forbidden: [Rule] =
  rules(
    [.exclamationMark, .word("fatalError(")],
    in: everywhere, instead: "nothing may trap: use guard, an error or a finding")
  + rules(
    [.word("public"), .word("open class")],
    in: everywhere, instead: "write package for what other modules use")
  + rules(
    [.word("@testable"), .word("@_implementationOnly"), .word("@_exported")],
    in: everywhere, instead: "import plainly, with an access level")
  + rules(
    [.word("print("), .text("Swift.print("), .word("debugPrint("), .word("dump("), .word("puts(")],
    in: libraries + ["Sources/SystemCalls/"], instead: "return the value; only tl prints")
  + rules(
    [
      .word("getenv"), .word("setenv"), .word("environ"), .word("ProcessInfo"),
      .word("CommandLine"),
    ],
    in: libraries, instead: "take the value as a parameter; only tl reads its environment")
  + rules(
    [
      .word("git_remote_lookup"), .word("git_remote_create_anonymous"),
      .word("git_config_iterator_glob_new"), .word("git_config_foreach_match"),
    ],
    in: everywhere,
    instead: "compare names in Swift; libgit2 leaks 20 KB for each that its pattern does not match")
  + rules(
    [.word("exit("), .word("_exit("), .word("abort(")],
    in: libraries, instead: "throw; only tl ends the process")
  + rules(
    [
      .word("Date("), .word("time(nil)"), .word("clock_gettime"), .word("gettimeofday"),
      .word("localtime_r"), .word("ContinuousClock"), .word("SuspendingClock"),
    ],
    in: libraries, instead: "take Surroundings.now and Surroundings.zone",
    except: [
      "Sources/WebServer/Requests/SiteResponder.swift":
        "the log says how long an answer took; nothing is decided by it"
    ])
  + rules(
    [
      .word("SystemRandomNumberGenerator"), .unless(".random(in", "using:"),
      .text(".randomElement()"), .text(".shuffled()"), .text("UUID()"), .word("getrandom"),
      .word("arc4random_buf"),
    ],
    in: libraries, instead: "take Surroundings.makeID, or a generator",
    except: [
      "Sources/VaultStore/Folder/TemporaryNames.swift":
        "a temporary name is gone when the write is done, and no result depends on it",
      "Sources/VaultSync/Filter/GitFilters.swift":
        "what ends a filter's answer must be a text that no note can hold on purpose",
      "Sources/WebServer/Accounts/RandomText.swift": "a key must not be guessed",
      "Sources/WebServer/Accounts/PasswordHash.swift": "a salt must not be guessed",
      "Sources/WebServer/Accounts/AccountsFile.swift":
        "the id of an account is made once, by a person at a terminal",
    ])
  + rules(
    [
      .text(".isSealed(on"), .text(".sealing(on"), .text(".isWithheld(on"), .text(".sealed(until"),
      .text("index.opening"),
    ],
    in: faces + ["Sources/Notesync/"], instead: "ask Visibility what may be shown")
  + rules(
    [
      .word("VaultScanner"), .word("VaultChecker"),
      .word("JournalCheck("), .word("PersonBook("), .word("TrackerBook("), .word("Visibility("),
      .word("CircleBook("), .word("CommentBook("),
      .word("VaultWalk"), .word("LiveIndex("),
    ],
    in: faces, instead: "ask NoteSource",
    except: [
      "Sources/Page/Site/PageSite.swift": "it keeps the index that its requests hand to NoteSource",
      "Sources/Page/State/VaultSize.swift": "it adds up the sizes of all files, and reads none",
    ])
  + rules(
    [
      .word("NoteScanner"), .word("VaultScanner"), .text(".scanner("), .word("LiveIndex"),
      .word("NoteMetadata"), .word("NoteHead"), .word("NoteFacts"), .word("JournalIndex"),
      .word("CommentBook"),
    ],
    in: giving, instead: "read through AudienceView, which says what may leave",
    except: [
      "Sources/Publishing/Site/SiteCheck.swift":
        "it tells the owner what of a place called home is public, and nothing of it leaves"
    ])
  + rules(
    [
      .word("PageRequest"), .word("VaultIndex.Position"), .word("LiveSnapshot"), .text(".scanner("),
      .word("AudienceView("), .text("folder.read("), .text("openSource("), .text(".live."),
    ],
    in: ["Sources/Page/Members/"], instead: "show what MemberView has",
    except: [
      "Sources/Page/Members/MemberSite.swift": "it makes the view that the others are handed"
    ])
  + rules(
    [
      .word("NoteWriter("), .word("AtomicFileWriter"), .word("FileStage"), .word("VaultLock("),
      .text("folder.makeFolders("), .text("folder.removeFile("), .text("folder.removeFolder("),
      .text("folder.removeTree("), .text("folder.move("), .text("folder.exchange("),
    ],
    in: faces, instead: "change the vault by the writer of NoteSource",
    except: [
      "Sources/CommandLineTool/Actions/Recording.swift":
        "another program writes the recording, which is no note yet",
      "Sources/CommandLineTool/Reminders/ReminderDelivery.swift":
        "its lock keeps two runs from telling the same, and no note from being written",
      "Sources/NotesyncServer/Operations/AccountServer.swift":
        "a listing waits for the end of a sync, and writes nothing",
    ])
  + rules(
    [.text("urroundings.now()")],
    in: ["Sources/CommandLineTool/", "Sources/Page/"],
    instead: "take NoteSource.now: one command or request sees one day",
    except: [
      "Sources/CommandLineTool/Options/NewNoteOptions.swift":
        "the words of a draft are kept before a vault is opened",
      "Sources/CommandLineTool/Session/Session.swift": "it is the clock of what has no vault",
      "Sources/Page/Site/PageSite.swift": "a site begins without a request",
    ])

@Suite("Forbidden code")
struct ForbiddenCodeTests {
  @Test("code holds nothing that its module may not do", arguments: forbidden)
  fileprivate func rule(_ rule: Rule) {
    var violations: [Violation] = []
    for source in SwiftSource.all
    where rule.places.contains(where: { source.path.hasPrefix($0) })
      && rule.exceptions[source.path] == nil && source.holds(rule.pattern.needle)
    {
      for (index, line) in source.code.enumerated() where rule.pattern.occurs(in: line) {
        violations.append(
          Violation(path: source.path, line: index + 1, message: "\(rule.pattern): \(rule.instead)")
        )
      }
    }
    #expect(violations == [])
  }

  @Test("exceptions name files that exist and say why")
  func exceptions() {
    let sources = Set(RepositoryRoot.files(below: "Sources", withExtension: "swift"))
    for (path, reason) in forbidden.flatMap(\.exceptions) {
      #expect(sources.contains(path) && reason.count > 10, "\(path)")
    }
  }

  @Test(
    "words are found where they are words of code",
    arguments: [
      ("print(x)", true), ("  print(x)", true), ("{print(x)}", true), ("footprint(x)", false),
      ("terminal.print(x)", false), ("func print(x)", false), ("pprint(x)", false), ("", false),
    ])
  func words(line: String, found: Bool) {
    #expect(CodePattern.word("print(").occurs(in: line) == found)
  }

  @Test(
    "exclamation marks are told from operators",
    arguments: [
      ("a!", true), ("a()!.b", true), ("a[0]!", true), ("try! f()", true), ("a as! B", true),
      ("var a: Int!", true), ("\"a\"!", true), ("a?.b!", true), ("[Int]!", true), ("a!!", true),
      ("!a", false), ("a != b", false), ("a!=b", false), ("f(!a)", false), ("a && !b", false),
      ("a !== b", false), ("[!a]", false), ("#if !os(Linux)", false), ("a, !b", false),
    ])
  func exclamationMarks(line: String, found: Bool) {
    #expect(CodePattern.exclamationMark.occurs(in: line) == found)
  }
}
