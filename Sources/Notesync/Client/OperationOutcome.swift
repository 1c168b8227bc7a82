/// The meaning of a server's result for its operation.
enum OperationOutcome: Hashable {
  /// The server stored the note as sent, with these media.
  case stored(media: [String])
  /// The server had the text already, and dropped the media.
  case mediaDropped
  /// It accepted the note, and stored something else than was sent.
  case keptOtherwise
  case deleted
  /// It has what it had acknowledged, only later: the same is sent once more, later than that.
  case superseded
  case changedElsewhere
  /// Deleted there before this device knew of it.
  case deletedElsewhere
  /// The operation was bad, and nothing of it is stored.
  case refused(String)

  /// - Parameters:
  ///   - known: the previous acknowledgement.
  ///   - isRepetition: the operation may have been carried out before.
  init(
    of sent: PendingOperation, _ result: WireResult, known: Acknowledgement?, isRepetition: Bool
  ) {
    let isDeleted = result.note.deletedAt != nil
    let hash = NoteContent(result.note).hash
    let isUnchanged =
      known.map { $0.isDeleted ? isDeleted : !isDeleted && $0.contentHash == hash } ?? false
    let isSameTime = result.note.updatedAt.seconds == sent.updatedAt.seconds
    if let problem = result.problem {
      self = .refused(problem)
    } else if sent.kind == .delete {
      self = isDeleted ? .deleted : isUnchanged ? .superseded : .changedElsewhere
    } else if !isDeleted, sent.contentHash == hash, result.outcome == .applied {
      self = .stored(media: sent.media)
    } else if !isDeleted, sent.contentHash == hash, result.outcome == .skipped {
      // The media of a skipped operation are dropped, unless it repeats an applied one.
      let isStored = sent.media.isEmpty || isRepetition && isSameTime
      self = isStored ? .stored(media: sent.media) : .mediaDropped
    } else if isDeleted, known == nil {
      self = .deletedElsewhere
    } else if !isDeleted, isSameTime, result.outcome == .applied {
      self = .keptOtherwise
    } else {
      self = isUnchanged ? .superseded : .changedElsewhere
    }
  }
}
