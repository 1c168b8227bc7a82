import Testing
import VaultFormat

@testable import Notesync

/// A row of the table: what is here, what was acknowledged and what is there.
///
/// Each is a content such as `base` or `here`, which has the time of its name unless another is given.
struct PlanCase: Sendable, CustomTestStringConvertible {
  var name: String
  /// `gone`, `hidden`, `uncertain`, `blocked`, `saving`, or a content.
  var here: String
  var localTime: String?
  var localMedia: [String] = []
  /// Nil, `deleted`, `forgotten`, or a content.
  var acknowledged: String?
  var media: Set<String> = []
  /// Operations whose answers were lost: contents, or `delete`.
  var pending: [String] = []
  /// The change that the server refused.
  var refused: String?
  /// Empty where it was not asked, `unknown`, `deleted`, or a content.
  var there = ""
  var remoteTime: String?
  var remoteMedia: [String]? = []
  var hasLocalText = false

  var push = "nothing"
  var pull = "nothing"
  /// As `pull` where nil.
  var restore: String?

  var testDescription: String { name }

  static let times: [String: Int64] = [
    "old": 50, "base": 100, "here": 200, "there": 300, "new": 400, "deleted": 500, "now": 1_000,
  ]
}

extension PlanCase {
  var observation: NoteObservation {
    var note = NoteObservation(id: "n", here: local)
    note.acknowledged = acknowledged.map(acknowledgement)
    note.pending = pending.map(operation)
    note.refusal = refused.map {
      RefusedNote(fingerprint: $0, reason: "", status: 500, time: 0)
    }
    note.there = remote
    return note
  }

  private var local: LocalNote {
    switch here {
    case "gone": .absent
    case "hidden": .hidden
    case "uncertain": .uncertain
    case "blocked": .blocked(BlockedNote(path: path, id: "n", reason: .notUTF8))
    case "saving": .beingSaved(digest("here"))
    default: .present(digest(here))
    }
  }

  private var remote: RemoteNote {
    switch there {
    case "": return .unasked
    case "unknown": return .unknown
    case "deleted": return .deleted(at: time("deleted"), updated: time("deleted"))
    default:
      var version = RemoteVersion(
        WireNote(
          id: "n", text: there, createdAt: time("old"), updatedAt: time(remoteTime ?? there)),
        media: remoteMedia)
      version.hasLocalText = hasLocalText
      return .alive(version)
    }
  }

  private func acknowledgement(_ content: String) -> Acknowledgement {
    let sent = time(content == "forgotten" ? "base" : content)
    var known = Acknowledgement(serverTime: sent, sentTime: sent, createdAt: time("old"))
    known.path = path
    switch content {
    case "deleted": known.knowDeleted(contentHash: hash("deleted"))
    case "forgotten": break
    default: known.know(contentHash: hash(content), NoteLabels(tags: [], isPinned: false))
    }
    known.media = media
    return known
  }

  private func operation(_ content: String) -> PendingOperation {
    let isDeletion = content == "delete"
    return PendingOperation(
      id: content, kind: isDeletion ? .delete : .update, noteID: "n",
      contentHash: isDeletion ? "" : hash(content), updatedAt: time(content),
      deletedAt: isDeletion ? time("deleted") : nil, media: [])
  }

  private func digest(_ content: String) -> NoteDigest {
    let media = localMedia.compactMap { name in
      ContentType(of: Array("GIF8".utf8)).map {
        MediaContent(path: path, sha256: name, size: 1, type: $0)
      }
    }
    let updated = time(localTime ?? content).seconds
    var digest = NoteDigest(
      VaultNote(
        path: path, id: "n", isIDStored: true,
        content: NoteContent(text: content, tags: [], isPinned: false, media: media),
        created: NoteTime(instant: 0, zone: .utc), updated: NoteTime(instant: updated, zone: .utc)))
    // Refusals name the content, and not its hash.
    if refused != nil { digest.contentHash = content }
    return digest
  }

  private var path: VaultPath { VaultPath(in: nil, named: "n.md".utf8) }

  private func time(_ content: String) -> WireTime { WireTime(seconds: Self.times[content] ?? 0) }

  private func hash(_ content: String) -> String {
    NoteContent(text: content, tags: [], isPinned: false).hash
  }
}

extension NotesyncAction {
  /// Such as `send edit with m`, `aside changedElsewhere`.
  var shortText: String {
    switch self {
    case .nothing: "nothing"
    case .send(let change): "send \(change.shortText)"
    case .holdDeletion: "hold deletion"
    case .acknowledge(_, let rest): "acknowledge" + (rest.map { ", send \($0.shortText)" } ?? "")
    case .setAside(let reason): "aside " + "\(reason)".prefix { $0 != "(" }
    case .leaveHere: "leave"
    case .create: "create"
    case .take(let copies): "take" + (copies ? " with copy" : "")
    case .keep(let copies): "keep" + (copies ? " with copy" : "")
    case .join(let isRemote, let copies):
      "join \(isRemote ? "there" : "here")" + (copies ? " with copy" : "")
    case .remove: "remove"
    case .holdRemoval: "hold removal"
    case .acknowledgeDeletion: "acknowledge deletion"
    case .reportUnreadable: "report"
    }
  }
}

extension WaitingChange {
  fileprivate var shortText: String {
    kind.rawValue + (media.isEmpty ? "" : " with " + media.map(\.sha256).joined(separator: " "))
      + (changesContent ? "" : ", no text")
  }
}
