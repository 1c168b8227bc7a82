import Foundation
import TestSupport
import Testing
import VaultFormat
import VaultStore
import WebServer

@testable import Notesync
@testable import NotesyncServer

@Suite("What a server set aside")
struct RejectedRequestTests {
  private func requests(_ server: TestServer) throws -> [RejectedRequest] {
    let accounts = try AccountsFile(server.folder.path("state/accounts.json")).accounts()
    return try RejectedRequest.all(in: server.folder.path("state"), accounts)
  }

  private func applying(_ server: TestServer) throws -> RejectedRequestApplier {
    RejectedRequestApplier(
      try Vault(opening: server.folder.path("vault")), zone: .utc,
      surroundings: TestServer.settings(in: server.folder, server.clock).surroundings, threads: 1)
  }

  @Test("it is listed with why, shown as far as it can be read, and removed for good")
  func list() async throws {
    try await TestServer.run { server in
      #expect(try requests(server) == [])
      let phone = try await Phone(server)
      _ = try await phone.sync([
        Operation(note: "good", text: "good"),
        Operation(note: "bad", text: "precious", updated: "2026-02-30T10:00:00Z", media: [Photo()]),
      ])
      let request = try #require(try requests(server).first)
      #expect(try requests(server).count == 1)
      #expect(request.account == "ada")
      #expect(request.reasons == ["ops.1.note.updatedAt: is not a time"])
      try request.withOperations { operations in
        #expect(operations.map(\.index) == [1])
        #expect(operations.first?.note.text == "precious")
        #expect(operations.first?.note.updatedAt == nil)
        #expect(operations.first?.media.count == 1)
      }
      try request.drop()
      #expect(try requests(server) == [])
      #expect(!server.folder.contents().contains { $0.contains("/aside/") })
    }
  }

  @Test("applied it is a note of the vault; beside a note that is there, a conflict copy")
  func apply() async throws {
    try await TestServer.withPhone(having: [Operation(note: "known", text: "as it is")]) {
      server, phone in
      _ = try await phone.sync([
        Operation(
          note: "new", text: "precious", created: "yesterday", media: [Photo(), Photo(base64: "%")]),
        Operation(note: "known", text: "as it was to be", updated: "soon"),
      ])
      let request = try #require(try requests(server).first)
      let vault = try Vault(opening: server.folder.path("vault"))
      #expect(RejectedRequestApplier.isFor(vault, request))
      let outcomes = try request.withOperations { try applying(server).apply($0) }
      guard outcomes.count == 2, case .created(let path) = outcomes[0],
        case .beside(let known, copy: let copy?) = outcomes[1]
      else {
        Issue.record("\(outcomes)")
        return
      }
      #expect(try server.folder.readText("vault/\(path.text)").contains("precious"))
      #expect(try server.folder.readText("vault/\(known.text)").contains("as it is"))
      #expect(try server.folder.readText("vault/\(copy.text)").contains("as it was to be"))
      let media = server.folder.contents().filter {
        $0.hasPrefix("vault/") && $0.hasSuffix(".jpg")
      }
      #expect(media.count == 1)
      // Once more it finds itself there.
      let again = try request.withOperations { try applying(server).apply($0) }
      #expect(
        again.allSatisfy { if case .beside(_, copy: nil) = $0 { true } else { false } }, "\(again)")
    }
  }
}
