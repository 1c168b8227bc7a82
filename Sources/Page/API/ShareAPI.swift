internal import VaultFormat
internal import VaultStore
internal import WebServer

/// Notes from the share menu of a phone.
enum ShareAPI {
  /// A new note of the fields `title`, `text`, `url`, `tags` and `date` of a form, and its files.
  static func share(_ incoming: PageRequest) async throws -> Reply {
    let form = try await PageForm.read(incoming.request, filesIn: incoming.site.uploads)
    let parts = ["title", "text", "url"].compactMap { form[$0] }.filter {
      !$0.trimmingBlanks.isEmpty
    }
    guard !parts.isEmpty || form.hasFiles else { throw APIProblem.blank }
    let text = parts.joined(separator: "\n\n").replacing("\r\n", with: "\n")
    var note = NewNote(text: text)
    note.tags = Tag.unique(Tag.list(in: form["tags"] ?? ""))
    if let date = form["date"], !date.isEmpty {
      note.assignments.append(
        try FieldAssignment(
          "date=\(date)", now: incoming.site.settings.surroundings.now(), zone: incoming.zone))
    }
    let files = try await incoming.newMedia(of: try form.sentFiles())
    return try await NoteWritingAPI.create(note, with: files, incoming)
  }
}
