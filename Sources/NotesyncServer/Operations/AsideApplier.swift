internal import Cryptography
internal import Foundation
internal import Notesync
internal import SystemCalls
package import VaultFormat
package import VaultStore
internal import WebServer

/// Applies operations that were set aside to the vault, as far as they can be read.
///
/// Nothing in the vault is overwritten: the text for an existing note becomes a conflict copy beside it.
package struct AsideApplier {
  package enum Outcome: Hashable, Sendable {
    /// A new note.
    case created(VaultPath)
    /// A conflict copy beside the note; nil if the note has the same content, or the copy exists already.
    case beside(VaultPath, copy: VaultPath?)
    /// A deletion: the note is in the trash.
    case removed(VaultPath)
    /// A deletion of a note that does not exist, or an operation without text.
    case nothing
  }

  private let vault: Vault
  private let zone: TimeZoneRules
  private let surroundings: Surroundings
  private let threads: Int

  package init(
    _ vault: Vault, zone: TimeZoneRules, surroundings: Surroundings, threads: Int
  ) {
    self.vault = vault
    self.zone = zone
    self.surroundings = surroundings
    self.threads = threads
  }

  /// Whether the request was sent to this vault.
  package static func isFor(_ vault: Vault, _ request: AsideRequest) -> Bool {
    guard let path = SystemPath.resolved(vault.folder.path) else { return false }
    return request.folder.hasSuffix("-\(sha256Hex(path.utf8).prefix(16))")
  }

  /// The outcome of each operation, in order.
  ///
  /// - Throws: a `StoreError`, an `EditError`, a `SystemError`; earlier operations are applied, and applying them again
  ///   changes nothing.
  package func apply(_ operations: [AsideOperation]) throws -> [Outcome] {
    let now = surroundings.now()
    let reader = VaultReader(
      vault, zone: zone, now: now, threads: threads, hashes: MediaHashes(vault) { now })
    var paths = try reader.paths()
    let receiver = try NoteReceiver(vault, surroundings, zone: zone)
    return try operations.map { operation in
      let outcome = try apply(operation, paths, receiver: receiver)
      if case .created(let path) = outcome, let id = try reader.read(path)?.id { paths[id] = path }
      return outcome
    }
  }

  private func apply(
    _ operation: AsideOperation, _ paths: [NoteID: VaultPath], receiver: borrowing NoteReceiver
  ) throws -> Outcome {
    let id = operation.note.id.flatMap { NoteID($0) }
    let present = id.flatMap { paths[$0] }
    if operation.isDelete {
      guard let present else { return .nothing }
      try receiver.remove(present)
      return .removed(present)
    }
    let note = note(operation, hasUsableID: id != nil && !(id?.text.utf8.contains(0) ?? true))
    if note.text.isEmpty, operation.media.isEmpty { return .nothing }
    let outcome: Outcome
    let place: VaultPath
    if let present, let id {
      place = present
      outcome = .beside(
        present, copy: try copy(of: note, beside: present, id: id, receiver: receiver))
    } else {
      place = try receiver.add(note, naming: .asAdded).path
      outcome = .created(place)
    }
    let intake = receiver.intake(for: place)
    for media in operation.media where media.data.isBase64 && !media.data.wasSkipped {
      _ = try intake.add(media, naming: .asAdded)
    }
    try intake.sync()
    return outcome
  }

  private func copy(
    of note: WireNote, beside path: VaultPath, id: NoteID, receiver: borrowing NoteReceiver
  ) throws -> VaultPath? {
    let present = NoteDocument(try vault.folder.read(path).bytes)
    let text = WireText.withoutNUL(note.text)
    if WireText.of(present)?.utf8.elementsEqual(text.utf8) == true { return nil }
    return try receiver.keepCopy(
      of: path, id: id, text: note, origin: "app", time: note.updatedAt)
  }

  /// Missing fields are filled from the others, or with the present time.
  private func note(_ operation: AsideOperation, hasUsableID: Bool) -> WireNote {
    let (read, now) = (operation.note, WireTime(seconds: surroundings.now()))
    let updated = read.updatedAt ?? read.createdAt ?? now
    return WireNote(
      id: hasUsableID ? read.id ?? "" : surroundings.makeID().text, text: read.text ?? "",
      isPinned: read.isPinned ?? false, tags: read.tags ?? [],
      createdAt: read.createdAt ?? updated, updatedAt: updated)
  }
}
