import Testing
import VaultFormat

@testable import Notesync

/// What is here, what was acknowledged and what is there, and what becomes of the note in a push, a pull and a restore.
@Suite("The plan of notesync")
struct NotesyncPlanTests {
  @Test("what becomes of one note", arguments: PlanCase.all)
  func oneNote(_ row: PlanCase) {
    let note = row.observation
    let serverTime = WireTime(seconds: PlanCase.times["now"] ?? 0)
    func action(_ purpose: NotesyncPlan.Purpose) -> String {
      NotesyncPlan.action(on: note, for: purpose, serverTime: serverTime).shortText
    }
    #expect(action(.push) == row.push)
    #expect(action(.pull) == row.pull)
    #expect(action(.restore(bringsRemovedMedia: false)) == row.restore ?? row.pull)
  }

  @Test("a note that the server lost in going back in time is sent again, and not removed here")
  func lostNote() {
    let note = PlanCase(name: "", here: "base", acknowledged: "base", there: "unknown").observation
    for (time, word) in [("old", "acknowledge deletion"), ("base", "remove"), ("new", "remove")] {
      let serverTime = WireTime(seconds: PlanCase.times[time] ?? 0)
      #expect(NotesyncPlan.action(on: note, for: .pull, serverTime: serverTime).shortText == word)
    }
    #expect(NotesyncPlan.action(on: note, for: .pull, serverTime: nil).shortText == "remove")
  }

  @Test(
    "too many deletions are held back, in either direction",
    arguments: [
      (count: 0, total: 0, held: false), (1, 1, true), (1, 2, false), (20, 100, false),
      (21, 100, true), (21, 1_000, false), (101, 1_000, true),
    ])
  func deletionLimits(count: Int, total: Int, held: Bool) {
    for (here, there, purpose) in [
      ("gone", "", NotesyncPlan.Purpose.push), ("base", "deleted", .pull),
    ] {
      var note = PlanCase(name: "", here: here, acknowledged: "base", there: there).observation
      let notes = (0..<count).map { index in
        note.id = NoteID(nonEmpty: "n\(index)")
        return note
      }
      for allowsAll in [false, true] {
        let plan = NotesyncPlan(
          notes, for: purpose,
          limits: NotesyncPlan.DeletionLimits(allowsAll: allowsAll, noteCount: total),
          serverTime: WireTime(seconds: PlanCase.times["now"] ?? 0))
        let isHeld = held && !allowsAll
        let (free, kept) = (isHeld ? 0 : count, isHeld ? count : 0)
        #expect(plan.steps.count == count)
        #expect(plan.changes.count == (purpose == .push ? free : 0))
        #expect(plan.heldDeletions.count == (purpose == .push ? kept : 0))
        #expect(plan.arrivals.count == (purpose == .pull ? free : 0))
        #expect(plan.heldRemovals.count == (purpose == .pull ? kept : 0))
      }
    }
  }

  @Test("media that are here, were removed here, or never were media are told apart")
  func media() {
    var note = PlanCase(
      name: "", here: "base", localMedia: ["here"], acknowledged: "base", there: "base"
    ).observation
    note.acknowledged?.foreignMedia = ["foreign"]
    note.removedMedia = ["removed"]
    let names = ["here", "removed", "foreign", "new"]
    func actions(_ purpose: NotesyncPlan.Purpose) -> [MediaAction] {
      names.map { note.action(onMedia: $0, for: purpose) }
    }
    #expect(actions(.pull) == [.nothing, .leaveOut, .ignore, .take])
    #expect(
      actions(.restore(bringsRemovedMedia: false)) == [.nothing, .leaveOut, .ignore, .take])
    #expect(actions(.restore(bringsRemovedMedia: true)) == [.nothing, .take, .ignore, .take])
  }

  @Test("media alone make a step that a dry run tells")
  func mediaAlone() {
    for (media, count) in [(["m1"], 0), (["m1", "m2"], 1)] {
      let note = PlanCase(
        name: "", here: "base", localMedia: ["m1"], acknowledged: "base", there: "base",
        remoteMedia: media
      ).observation
      let plan = NotesyncPlan(
        [note], for: .pull, limits: NotesyncPlan.DeletionLimits(allowsAll: true, noteCount: 1))
      #expect(plan.arrivals.map(\.outcome) == Array(repeating: .update, count: count))
    }
  }
}

// MARK: - Rows

extension PlanCase {
  static let all = notAsked + lostAnswers + living + gone + outOfSight

  static let notAsked = [
    PlanCase(name: "new here", here: "here", push: "send create"),
    PlanCase(name: "as acknowledged", here: "base", acknowledged: "base"),
    PlanCase(name: "edited here", here: "here", acknowledged: "base", push: "send edit"),
    PlanCase(
      name: "a new picture", here: "base", localMedia: ["m"], acknowledged: "base",
      push: "send edit with m, no text"),
    PlanCase(
      name: "a picture that the server has", here: "base", localMedia: ["m"], acknowledged: "base",
      media: ["m"]),
    PlanCase(name: "a picture removed here", here: "base", acknowledged: "base", media: ["m"]),
    PlanCase(name: "removed here", here: "gone", acknowledged: "base", push: "send delete"),
    PlanCase(name: "removed on both sides", here: "gone", acknowledged: "deleted"),
    PlanCase(name: "never seen", here: "gone"),
    PlanCase(
      name: "edited after the server deleted it", here: "here", localMedia: ["m"],
      acknowledged: "deleted", media: ["m"], push: "send edit with m"),
    PlanCase(
      name: "kept after the server deleted it", here: "deleted", acknowledged: "deleted",
      push: "leave"),
    PlanCase(name: "forgotten", here: "base", acknowledged: "forgotten", push: "send edit"),
    PlanCase(
      name: "forgotten, removed here", here: "gone", acknowledged: "forgotten",
      push: "send delete"),
    PlanCase(
      name: "refused as it is", here: "here", acknowledged: "base", refused: "edit-here",
      push: "aside refused"),
    PlanCase(
      name: "refused with another text", here: "here", acknowledged: "base", refused: "edit-base",
      push: "send edit"),
    PlanCase(
      name: "refused and new", here: "here", refused: "create-here", push: "aside failsOnNew"),
    PlanCase(
      name: "deletion refused", here: "gone", acknowledged: "base", refused: "delete-",
      push: "aside refused"),
    PlanCase(name: "being saved", here: "saving", push: "aside changing"),
    PlanCase(name: "blocked", here: "blocked", acknowledged: "base", push: "aside blocked"),
    PlanCase(name: "hidden", here: "hidden", acknowledged: "base"),
    PlanCase(name: "uncertain", here: "uncertain", acknowledged: "base"),
  ]

  static let lostAnswers = [
    PlanCase(
      name: "edit without an answer, not asked", here: "here", acknowledged: "base",
      pending: ["here"], push: "send edit"),
    PlanCase(
      name: "another edit without an answer, undone here", here: "base", acknowledged: "base",
      pending: ["here"], push: "send edit"),
    PlanCase(
      name: "deletion without an answer, undone here", here: "base", acknowledged: "base",
      pending: ["delete"], push: "send edit"),
    PlanCase(
      name: "edit that arrived", here: "here", acknowledged: "base", pending: ["here"],
      there: "here", push: "send edit", pull: "keep"),
    PlanCase(
      name: "edit that arrived, and another one", here: "new", acknowledged: "base",
      pending: ["here"], there: "here", push: "send edit", pull: "keep"),
    PlanCase(
      name: "edit that arrived, and was edited there", here: "here", acknowledged: "base",
      pending: ["here"], there: "there", push: "aside changedElsewhere",
      pull: "join there with copy"),
    PlanCase(
      name: "new note that arrived", here: "here", pending: ["here"], there: "here",
      push: "send create", pull: "keep"),
    PlanCase(
      name: "new note that arrived and was edited here", here: "new", pending: ["here"],
      there: "here", push: "send create", pull: "keep"),
    PlanCase(
      name: "edit that arrived, and was removed here", here: "gone", acknowledged: "base",
      pending: ["here"], there: "here", push: "send delete", restore: "create"),
    PlanCase(
      name: "edit that did not arrive", here: "here", acknowledged: "base", pending: ["here"],
      there: "base", push: "send edit", pull: "keep"),
    PlanCase(
      name: "deletion that arrived, undone here", here: "base", acknowledged: "base",
      pending: ["delete"], there: "deleted", push: "send edit", pull: "acknowledge deletion",
      restore: "nothing"),
  ]

  static let living = [
    PlanCase(name: "new there", here: "gone", there: "there", pull: "create"),
    PlanCase(
      name: "new on both sides, the same", here: "base", there: "base", push: "acknowledge",
      pull: "keep"),
    PlanCase(
      name: "new on both sides, the same, a picture here", here: "base", localMedia: ["m"],
      there: "base", push: "acknowledge, send edit with m, no text", pull: "keep"),
    PlanCase(
      name: "new on both sides, the same picture", here: "base", localMedia: ["m"], there: "base",
      remoteMedia: ["m"], push: "acknowledge", pull: "keep"),
    PlanCase(
      name: "new on both sides, later there", here: "here", there: "there",
      push: "aside changedElsewhere", pull: "join there with copy"),
    PlanCase(
      name: "new on both sides, later here", here: "new", there: "there",
      push: "aside changedElsewhere", pull: "join here with copy"),
    PlanCase(
      name: "new on both sides, at the same time", here: "here", localTime: "there", there: "there",
      push: "aside changedElsewhere", pull: "join here with copy"),
    PlanCase(
      name: "new on both sides, other tags", here: "here", there: "there", hasLocalText: true,
      push: "aside changedElsewhere", pull: "join there"),
    PlanCase(
      name: "the same on all sides", here: "base", acknowledged: "base", there: "base",
      pull: "keep"),
    PlanCase(
      name: "edited here", here: "here", acknowledged: "base", there: "base", push: "send edit",
      pull: "keep"),
    PlanCase(
      name: "edited here, the time there is later", here: "here", acknowledged: "base",
      there: "base", remoteTime: "new", push: "send edit", pull: "keep"),
    PlanCase(
      name: "edited there", here: "base", acknowledged: "base", there: "there", pull: "take"),
    PlanCase(
      name: "edited there without a later time", here: "base", acknowledged: "base", there: "there",
      remoteTime: "base", pull: "take with copy"),
    PlanCase(
      name: "tags edited there without a later time", here: "base", acknowledged: "base",
      there: "there", remoteTime: "base", hasLocalText: true, pull: "take"),
    PlanCase(
      name: "went back in time", here: "base", acknowledged: "base", there: "there",
      remoteTime: "old", pull: "keep with copy"),
    PlanCase(
      name: "went back in time, other tags", here: "base", acknowledged: "base", there: "there",
      remoteTime: "old", hasLocalText: true, pull: "keep"),
    PlanCase(
      name: "edited on both sides, later there", here: "here", acknowledged: "base", there: "there",
      push: "aside changedElsewhere", pull: "join there with copy"),
    PlanCase(
      name: "edited on both sides, later here", here: "new", acknowledged: "base", there: "there",
      push: "aside changedElsewhere", pull: "join here with copy"),
    PlanCase(
      name: "edited on both sides, other tags", here: "new", acknowledged: "base", there: "there",
      hasLocalText: true, push: "aside changedElsewhere", pull: "join here"),
    PlanCase(
      name: "edited on both sides, the same", here: "there", acknowledged: "base", there: "there",
      push: "acknowledge", pull: "keep"),
    PlanCase(
      name: "a new picture, edited there", here: "base", localMedia: ["m"], acknowledged: "base",
      there: "there", push: "aside changedElsewhere", pull: "take"),
    PlanCase(
      name: "a new picture, the same text", here: "base", localMedia: ["m"], acknowledged: "base",
      there: "base", remoteMedia: nil, push: "acknowledge, send edit with m, no text",
      pull: "keep"),
    PlanCase(
      name: "removed here", here: "gone", acknowledged: "base", there: "base", push: "send delete",
      restore: "create"),
    PlanCase(
      name: "removed here, a later time there", here: "gone", acknowledged: "base", there: "base",
      remoteTime: "new", push: "aside changedElsewhere", pull: "create"),
    PlanCase(
      name: "removed here, edited there", here: "gone", acknowledged: "base", there: "there",
      push: "aside changedElsewhere", pull: "create"),
    PlanCase(
      name: "deleted there once, and back", here: "gone", acknowledged: "deleted", there: "there",
      pull: "create"),
    PlanCase(
      name: "deleted there once, kept here, and back", here: "deleted", localTime: "base",
      acknowledged: "deleted", there: "there", push: "leave", pull: "join there with copy"),
    PlanCase(
      name: "deleted there once, edited here, and back", here: "here", acknowledged: "deleted",
      there: "there", push: "aside changedElsewhere", pull: "join there with copy"),
    PlanCase(
      name: "forgotten, the same", here: "base", acknowledged: "forgotten", there: "base",
      push: "acknowledge", pull: "keep"),
    PlanCase(
      name: "forgotten, edited here", here: "here", acknowledged: "forgotten", there: "base",
      push: "acknowledge, send edit", pull: "keep"),
    PlanCase(
      name: "forgotten, edited there", here: "base", acknowledged: "forgotten", there: "there",
      push: "aside changedElsewhere", pull: "join there with copy"),
    PlanCase(
      name: "forgotten, removed here", here: "gone", acknowledged: "forgotten", there: "base",
      push: "send delete", restore: "create"),
    PlanCase(
      name: "forgotten, removed here, edited there", here: "gone", acknowledged: "forgotten",
      there: "there", push: "aside changedElsewhere", pull: "create"),
  ]

  static let gone = [
    PlanCase(
      name: "deleted there", here: "base", acknowledged: "base", there: "deleted", pull: "remove",
      restore: "nothing"),
    PlanCase(
      name: "deleted there, edited here", here: "here", acknowledged: "base", there: "deleted",
      push: "send edit", pull: "acknowledge deletion", restore: "nothing"),
    PlanCase(
      name: "deleted there, a new picture here", here: "base", localMedia: ["m"],
      acknowledged: "base", there: "deleted", push: "send edit with m, no text",
      pull: "acknowledge deletion", restore: "nothing"),
    PlanCase(
      name: "deleted on both sides", here: "gone", acknowledged: "base", there: "deleted",
      push: "send delete", pull: "acknowledge deletion", restore: "nothing"),
    PlanCase(name: "deleted there, new here", here: "here", there: "deleted", push: "send create"),
    PlanCase(
      name: "forgotten, deleted there", here: "base", acknowledged: "forgotten", there: "deleted",
      push: "aside deletedElsewhere", pull: "acknowledge deletion", restore: "nothing"),
    PlanCase(
      name: "forgotten, deleted on both sides", here: "gone", acknowledged: "forgotten",
      there: "deleted", push: "acknowledge deletion", pull: "acknowledge deletion",
      restore: "nothing"),
    PlanCase(
      name: "unknown there", here: "base", acknowledged: "base", there: "unknown", pull: "remove",
      restore: "nothing"),
    PlanCase(
      name: "unknown there, edited here", here: "here", acknowledged: "base", there: "unknown",
      push: "send edit", pull: "acknowledge deletion", restore: "nothing"),
    PlanCase(name: "unknown there, new here", here: "here", there: "unknown", push: "send create"),
    PlanCase(
      name: "unknown there, forgotten", here: "base", acknowledged: "forgotten", there: "unknown",
      push: "send edit", pull: "acknowledge deletion", restore: "nothing"),
  ]

  static let outOfSight = ["hidden", "blocked", "uncertain"].flatMap { here in
    let push = here == "blocked" ? "aside blocked" : "nothing"
    return [
      PlanCase(
        name: "\(here), as acknowledged", here: here, acknowledged: "base", there: "base",
        push: push, restore: here == "uncertain" ? "create" : "report"),
      PlanCase(
        name: "\(here), edited there", here: here, acknowledged: "base", there: "there", push: push,
        pull: "report", restore: here == "uncertain" ? "create" : "report"),
      PlanCase(
        name: "\(here), deleted there", here: here, acknowledged: "base", there: "deleted",
        push: push),
    ]
  }
}
