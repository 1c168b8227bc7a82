import Cryptography
import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Notesync

@Suite("Requests and answers")
struct WireReadingTests {
  static let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array(0...255)

  private func operations(_ json: String, piece: Int = 7) throws -> (
    TemporaryFolder, [Result<WireOperation, OperationProblem>]
  ) {
    let folder = try TemporaryFolder()
    var reader = OperationsReader(folder: folder.path)
    var rest = Array(json.utf8)[...]
    while !rest.isEmpty {
      try rest.prefix(piece).withUnsafeBufferPointer { try reader.read($0) }
      rest = rest.dropFirst(piece)
    }
    return (folder, try reader.finish())
  }

  static func note(_ change: (String) -> String = { $0 }) -> String {
    change(
      #""note":{"id":"N","text":"Bought seeds \ud83c\udf31","isPinned":false,"tags":["garden"],"#
        + #""createdAt":"2026-03-01T09:30:00Z","updatedAt":"2026-03-01T09:31:00Z","deletedAt":null}"#
    )
  }

  @Test("an operation with a picture is read, its data decoded to a file")
  func operation() throws {
    let base64 = Data(Self.picture).base64EncodedString().replacingOccurrences(of: "/", with: "\\/")
    let json =
      #"{"x":[{"deep":1}],"ops":[{"opId":"o1","opType":"upsert","extra":{"a":[1]},"# + Self.note()
      + #","media":[{"id":"m","noteId":"other","kind":"image","filename":"..\/x.jpg","contentType":"image/jpeg","#
      + #""checksum":" ABC ","dataBase64":""# + base64 + #""}]}]}"#
    for piece in [1, 7, 10_000] {
      let (folder, found) = try operations(json, piece: piece)
      let operation = try #require(found.first).get()
      #expect(operation.id == "o1")
      #expect(operation.kind == .upsert)
      #expect(operation.note.text == "Bought seeds 🌱")
      #expect(operation.note.deletedAt == nil)
      let media = try #require(operation.media.first)
      #expect(media.noteID == "other")
      #expect(media.filename == "../x.jpg")
      #expect(media.data.isBase64)
      #expect(media.data.size == Int64(Self.picture.count))
      #expect(media.data.sha256 == sha256Hex(Self.picture))
      #expect(try Array(Data(contentsOf: URL(fileURLWithPath: media.data.file))) == Self.picture)
      withExtendedLifetime(folder) {}
    }
  }

  @Test("one bad operation is named and does not hurt the others")
  func badOperations() throws {
    let good = #"{"opId":"g","opType":"create","# + Self.note() + "}"
    let cases: [(String, [String])] = [
      (#"{"opType":"create","# + Self.note() + "}", ["ops", "1", "opId"]),
      (#"{"opId":"x","opType":"Create","# + Self.note() + "}", ["ops", "1", "opType"]),
      (#"{"opId":"x","opType":"create"}"#, ["ops", "1", "note"]),
      (
        #"{"opId":"x","opType":"create","#
          + Self.note { $0.replacingOccurrences(of: #""N""#, with: "1") }
          + "}", ["ops", "1", "note", "id"]
      ),
      (
        #"{"opId":"x","opType":"create","#
          + Self.note { $0.replacingOccurrences(of: "2026-03-01T09:31", with: "2026-03-01T24:31") }
          + "}",
        ["ops", "1", "note", "updatedAt"]
      ),
      (#"{"opId":"x","opType":"create","media":null,"# + Self.note() + "}", ["ops", "1", "media"]),
      ("7", ["ops", "1", "opId"]), ("[]", ["ops", "1", "opId"]),
    ]
    for (bad, location) in cases {
      let (_, found) = try operations(#"{"ops":[\#(good),\#(bad),\#(good)]}"#)
      #expect(found.count == 3)
      _ = try found[0].get()
      _ = try found[2].get()
      guard case .failure(let problem) = found[1] else {
        Issue.record("taken for good: \(bad)")
        continue
      }
      #expect(problem.location == location)
    }
  }

  @Test("data that are not base64 are named, and the note can be read all the same")
  func notBase64() throws {
    let (_, found) = try operations(
      #"{"ops":[{"opId":"o1","opType":"update","# + Self.note()
        + #","media":[{"id":"m","noteId":"N","kind":"image","filename":"x","contentType":"image/jpeg","checksum":"","dataBase64":"AA\nA="}]}]}"#
    )
    guard case .failure(let problem) = try #require(found.first) else {
      Issue.record("taken for good")
      return
    }
    #expect(problem.location == ["ops", "0", "media", "0", "dataBase64"])
    #expect(problem.noteID == "N")
    #expect(problem.note.text == "Bought seeds 🌱")
  }

  @Test(
    "an answer to a restore is read in pieces, media before or behind notes, data skipped on request"
  )
  func restore() throws {
    let folder = try TemporaryFolder()
    let hash = sha256Hex(Self.picture)
    let base64 = Data(Self.picture).base64EncodedString()
    let media =
      #"{"checksum":"sha256:\#(hash.uppercased())","contentType":"application/pdf","dataBase64":"\#(base64)","#
      + #""filename":"a","id":"m","kind":"file","noteId":"N"}"#
    let note = String(Self.note().dropFirst(7))
    let json = #"{"media":[\#(media),{"id":3}],"notes":[\#(note),{"id":"broken","text":1}]}"#
    for wantsData in [true, false] {
      var asked: [String] = []
      var reader = NotesReader(folder: folder.path) { _, checksum in
        asked.append(checksum)
        return wantsData
      }
      var elements: [NotesReader.Element] = []
      for byte in json.utf8 {
        elements += try [byte].withUnsafeBufferPointer { try reader.read($0) }
      }
      try reader.finish()
      #expect(asked == [hash])
      #expect(elements.count == 4)
      guard case .media(let found) = elements[0], case .damaged = elements[1],
        case .note(let kept) = elements[2], case .damaged(let problem) = elements[3]
      else {
        Issue.record("\(elements)")
        return
      }
      #expect(found.kind == "file")
      #expect(found.data.wasSkipped == !wantsData)
      #expect(!found.hasWrongChecksum || !wantsData)
      #expect(kept.id == "N")
      #expect(problem.noteID == "broken")
    }
  }

  @Test("a body is written once, in ASCII, of the length that was announced, with media from files")
  func body() throws {
    let folder = try TemporaryFolder()
    let file = try folder.bodyFile(
      Self.picture, at: "p.jpg", size: Int64(Self.picture.count),
      sha256: sha256Hex(Self.picture))
    var writer = WireWriter()
    writer.json.beginObject()
    writer.json.key("notes")
    writer.json.beginArray()
    writer.write(
      WireNote(
        id: "N", text: "a\u{0}\"\\\n\u{2028}🌱é\u{7F}", isPinned: true, tags: ["x", "y"],
        createdAt: WireTime(seconds: 0), updatedAt: WireTime(microseconds: 1_999_999)))
    writer.json.endArray()
    writer.json.key("media")
    writer.json.beginArray()
    for _ in 0..<2 {
      writer.writeMedia(
        id: "m", noteID: "N", kind: "image", filename: "f", contentType: "image/jpeg",
        checksum: "c", data: file)
    }
    writer.json.endArray()
    writer.json.endObject()
    let body = writer.finish()
    let bytes = try Self.bytes(of: body)
    #expect(body.length == Int64(bytes.count))
    #expect(bytes.allSatisfy { $0 < 0x7F })
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(bytes)) as? [String: [[String: Any]]])
    #expect(object["notes"]?.first?["text"] as? String == "a\u{0}\"\\\n\u{2028}🌱é\u{7F}")
    #expect(object["notes"]?.first?["updatedAt"] as? String == "1970-01-01T00:00:01Z")
    #expect(object["media"]?.count == 2)
    #expect(
      object["media"]?.last?["dataBase64"] as? String == Data(Self.picture).base64EncodedString())
  }

  @Test("a file that is not what was announced ends the body before it is whole")
  func changedFile() throws {
    let folder = try TemporaryFolder()
    for (size, hash) in [(259, nil), (261, nil), (260, String(repeating: "0", count: 64))]
      as [(Int64, String?)]
    {
      let file = try folder.bodyFile(Self.picture, at: "p.jpg", size: size, sha256: hash)
      let body = WireBody(parts: [.base64(file)])
      #expect(throws: WireBody.Changed.self) { try Self.bytes(of: body) }
    }
  }

  static func bytes(of body: WireBody) throws -> [UInt8] {
    var pieces = body.pieces()
    var bytes: [UInt8] = []
    while let piece = try pieces.next() { bytes += piece }
    return bytes
  }
}
