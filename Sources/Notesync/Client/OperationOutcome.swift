/// What a server's result means for the operation that it answers.
enum OperationOutcome: Hashable {
  /// The server has the note as it was sent, with these media.
  case stored(media: [String])
  /// The server had the text already, and dropped the media.
  case mediaDropped
  /// It took the note, and keeps something else than was sent.
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
  ///   - known: what was acknowledged before.
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
      // Media of a skipped operation are dropped, unless it is the repetition of one that was applied.
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
