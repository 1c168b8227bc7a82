internal import HTTPTypes
internal import Journal
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

/// Persons, milestones, the day, numbers, categories and places of the vault for programs.
enum JournalAPI {
  /// `{"people": […]}`, as `tl person list --json` prints them.
  static func people(_ incoming: PageRequest) async throws -> Reply {
    let register = incoming.register
    let (journal, tag) = try await incoming.taggedJournal()
    return await incoming.answer(tag) {
      .json(
        "people",
        register.book.persons.map { person in
          person.json(
            age: register.age(of: person, at: incoming.now),
            notes: journal.byPerson.count(of: person))
        })
    }
  }

  /// `{"milestones": […]}`, all that are done, open or ahead, as `tl milestone list --all --json` prints them.
  static func milestones(_ incoming: PageRequest) async throws -> Reply {
    let register = incoming.register
    guard let person = incoming.parameters.first.flatMap({ person($0, register) }) else {
      throw APIProblem.noSuchPerson
    }
    let (journal, _) = try await incoming.journal()
    let values = MilestoneList(of: person, in: journal).entries.map { entry in
      let note = entry.done.flatMap { done in
        done.id.flatMap { Self.note(at: done.path, $0, incoming) }
      }
      let age = entry.done.flatMap {
        register.age(of: person, at: NoteTime(day: $0.day, zone: incoming.zone))
      }
      return entry.json(note: note, age: age)
    }
    return .json("milestones", values).with(.checked)
  }

  /// What the day brings, as `tl today --json` prints it; `months=1` as with `--months`.
  static func today(_ incoming: PageRequest) async throws -> Reply {
    let (journal, _) = try await incoming.journal()
    let report = TodayRoutes.report(
      incoming, journal, try await incoming.trackers(),
      without: DismissedNotes(of: incoming.vault, on: incoming.now.day).ids)
    return .json(report.json { note(at: $0.path, $0.id, incoming) }).with(.checked)
  }

  /// Statistics of the notes, as `tl stats --json` prints it.
  static func statistics(_ incoming: PageRequest) async throws -> Reply {
    let (journal, tag) = try await incoming.taggedJournal()
    return await incoming.answer(tag) { .json(StatisticsJSON.value(of: journal.statistics)) }
  }

  /// `{"categories": […]}`: those of the settings in their order, then those that only notes have.
  static func categories(_ incoming: PageRequest) async throws -> Reply {
    try await incoming.answer(PageTag(incoming)) {
      .json("categories", try await incoming.categories().entries.map(\.json))
    }
  }

  /// `{"places": […]}`, as `tl places --json` prints them, the newest first.
  static func places(_ incoming: PageRequest) async throws -> Reply {
    try await incoming.answer(try await incoming.taggedJournal().tag) {
      .json("places", try await incoming.placeBook().entries.map(\.json))
    }
  }

  /// By the name of the page's file, or by the id.
  private static func person(_ item: String, _ register: PersonRegister) -> Person? {
    register.person(at: item) ?? register.book.persons.first { $0.id.text == item }
  }

  /// Nil for a note that is gone meanwhile.
  private static func note(
    at path: VaultPath, _ id: NoteID, _ incoming: PageRequest
  ) -> JSONValue? {
    (try? incoming.note(at: path)).map { NoteJSONV1.value(of: $0, id: id, withText: true) }
  }
}

extension APIProblem {
  static let noSuchPerson = APIProblem(
    .notFound, "no_such_person", "There is no such person.",
    next: "GET /api/v1/people lists the persons with their ids.")
}
