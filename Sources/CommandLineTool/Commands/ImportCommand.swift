import ArgumentParser
internal import Media
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import Words

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Make notes of files from elsewhere",
    subcommands: [ImportPhotosCommand.self])
}

struct ImportPhotosCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "photos",
    abstract: "Make a timeline of photos and films",
    discussion: """
      Copies the files into the vault, byte for byte, each to a note of the time when it was taken; folders \
      are searched with all below them. The time is that of the camera, else that in the name, else that of the \
      file, which is said. A burst, and a Live Photo with its film, stay together. Files that are in the vault \
      already are left out, so an import that was interrupted goes on when it is repeated, and a second one adds \
      nothing. With --max larger pictures get smaller copies, as by tl attach --max, which tl knows again too; a \
      picture of which none can be made is copied as it is, with a warning. Each new note gets the tags, the \
      category and the people that are given.

      Prints a line for each note: when, how many, and its path. With --json: an object of {notes, doubles, \
      foreign}, where notes are {path, is_new, date, time_from, zone_from, coordinates, media: [{source, name, \
      bytes, role}]}, doubles are {source, twin}, and foreign are the files that are neither photos nor films.
      """)

  @Argument(
    help: ArgumentHelp("Photos, and folders of photos", valueName: "file"), completion: .file())
  var files: [String]

  @Option(
    help: """
      Which share a note: none, hour (less than an hour and a kilometre from the one before) or day
      """)
  var group: PhotoGrouping = .none

  @Option(help: .maximumSide)
  var max: PictureSide?

  @OptionGroup var topic: TopicOptions

  @Flag(help: "Show what it would do, and change nothing")
  var dryRun = false

  @OptionGroup var output: ObjectOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let vault = try session.openVault(isDryRun: dryRun)
    let template = try template(in: vault)
    let photos = PhotoImport(
      vault.vault, vault.surroundings, zone: vault.zone, threads: ThisDevice.processorCount,
      lockTimeout: session.environment.lockTimeout, operation: session.operation)
    let collection = PhotoCollection(of: files)
    let reading = Progress("reading", total: collection.files.count, on: session.console)
    let (plan, problems) = try photos.plan(
      collection.files, grouping: group, maximumSide: max?.pixels
    ) { reading.advance() }
    reading.finish()
    for problem in collection.problems + problems { session.fail(Problem(problem)) }
    announce(plan, in: vault)
    if !dryRun, plan.makesSmallerCopies { try checkPictureProgram() }
    let notes = dryRun ? plan.notes : try carryOut(plan, photos, as: template, in: vault)
    if output.json { return try session.console.print(ImportJSON.value(of: plan, notes)) }
    if dryRun { for note in notes { try session.console.line(ImportLine.text(note, session)) } }
  }

  private func template(in vault: OpenVault) throws -> NewNote {
    var note = NewNote(text: "")
    note.tags = topic.tags
    note.assignments = try topic.keys.map { name, value in
      try FieldAssignment("\(name)=\(value)", now: vault.now.seconds, zone: vault.zone)
    }
    return note
  }

  /// Says how much is added before it begins, since git keeps it for good.
  private func announce(_ plan: PhotoImportPlan, in vault: OpenVault) {
    let console = vault.console
    for line in plan.omissions { console.say(line) }
    guard !plan.notes.isEmpty else { return console.say("there is nothing to import") }
    let verb = dryRun ? "would add" : "adding"
    let before = plan.makesSmallerCopies ? " before pictures are made smaller" : ""
    console.say("\(verb) \(plan.amount)\(before); once synced, git keeps them for good")
    let limit = vault.vault.configuration.maximumMediaPerSync
    if plan.size > limit {
      let will = plan.makesSmallerCopies ? "may" : "will"
      console.say("that is more than \(ByteCount(limit)) (media.max_sync): tl sync \(will) ask")
    }
  }

  /// Throws if smaller copies cannot be made at all, before anything is written.
  private func checkPictureProgram() throws {
    let worker = CopyOptions(strip: nil, max: max).worker
    do throws(VariantFailure) {
      _ = try worker.reads(.jpeg)
    } catch {
      throw Problem(error, ofFile: "", .jpeg)
    }
  }

  /// Carries out the plan, and returns its notes with the paths that they have.
  private func carryOut(
    _ plan: PhotoImportPlan, _ photos: PhotoImport, as template: NewNote, in vault: OpenVault
  ) throws -> [PhotoImportPlan.Note] {
    let session = vault.session
    let progress = Progress(
      "copying", total: Int(clamping: plan.size), unit: .bytes, on: session.console)
    var done: [PhotoImportPlan.Note] = []
    Interruption.listen()
    let copies = max.map { side in
      ImportCopies(
        side: side.pixels, by: CopyOptions(strip: nil, max: side).worker
      ) { path, failure in
        progress.finish()
        let reason = Problem(failure, ofFile: path, .unknown).message
        session.console.warn("\(reason); it is copied as it is")
      }
    }
    for batch in PhotoImport.batches(of: plan.notes) where !Interruption.isAsked {
      do {
        for (planned, result) in zip(
          batch, try photos.carryOut(batch, copies: copies, as: template))
        {
          for problem in result.problems { session.fail(Problem(problem)) }
          progress.advance(by: Int(clamping: planned.size))
          guard let note = planned.with(result) else { continue }
          done.append(note)
          guard !output.json else { continue }
          progress.finish()
          try session.console.line(ImportLine.text(note, session))
        }
      } catch let error as StoreError {
        if done.isEmpty, case .locked = error.reason { throw error }
        var failure = Problem(error)
        failure.hints = ["tl import photos goes on where it ended when it is repeated"]
        session.fail(failure)
        break
      }
    }
    progress.finish()
    if Interruption.isAsked {
      session.fail(
        Problem(
          "interrupted", hint: "tl import photos goes on where it ended when it is repeated"))
    }
    return done
  }
}

extension PhotoGrouping: ExpressibleByArgument {}

/// A line of `tl import photos`: `2016-11-20 18:03  3 photos 1 video  2016/11/2016-11-20-180311.md`.
enum ImportLine {
  static func text(_ note: PhotoImportPlan.Note, _ session: Session) -> String {
    let style = session.console.style
    let time = note.time.time
    let when = time.precision == .day ? "\(time.day)" : TimeText.minute(time)
    var parts = [style.dim(when), summary(of: note), TerminalText.line(note.path)]
    if !note.isNew { parts.append("(more of a note that is here)") }
    switch note.time.source {
    case .original, .digitized: break
    case .name: parts.append(style.dim("time from the name"))
    case .changed: parts.append(style.dim("time of its last change"))
    case .file: parts.append(style.yellow("time of the file"))
    }
    return parts.joined(separator: "  ")
  }

  private static func summary(of note: PhotoImportPlan.Note) -> String {
    MediaSummary.text(
      of: note.media.compactMap { media in
        VaultPath(media.name).map { MediaKind(fileExtension: $0.fileExtension) }
      })
  }
}

/// The output of `tl import photos --json`.
enum ImportJSON {
  static func value(of plan: PhotoImportPlan, _ notes: [PhotoImportPlan.Note]) -> JSONValue {
    .object([
      ("notes", .array(notes.map(Self.note))),
      (
        "doubles",
        .array(
          plan.doubles.map { double in
            .object([("source", .string(double.path)), ("twin", .string(double.twin))])
          })
      ),
      ("foreign", .array(plan.foreign.map(JSONValue.string))),
    ])
  }

  private static func note(_ note: PhotoImportPlan.Note) -> JSONValue {
    let time = note.time.time
    return .object([
      ("path", .string(note.path)), ("is_new", .bool(note.isNew)),
      ("date", .string(time.precision == .day ? "\(time.day)" : time.rfc3339)),
      ("time_from", .string(note.time.source.rawValue)),
      ("zone_from", .string(note.time.zoneSource.rawValue)),
      ("coordinates", note.position?.coordinates?.json ?? .null),
      (
        "media",
        .array(
          note.media.map { media in
            .object([
              ("source", .string(media.source)), ("name", .string(media.name)),
              ("bytes", .int(Int(media.size))), ("role", .string(media.role.rawValue)),
            ])
          })
      ),
    ])
  }
}
