import Cryptography
import TestSupport
import Testing

@Suite("Certificates and their files")
struct CertificateTests {
  @Test("a text gives its documents in their order, and nothing if one is damaged")
  func documents() throws {
    let first = PEMDocument("CERTIFICATE", Array("some bytes that need more than a line".utf8))
    let second = PEMDocument("PRIVATE KEY", [1, 2, 3])
    let text = try first.text() + "words between\n" + second.text()
    #expect(text.hasPrefix("-----BEGIN CERTIFICATE-----\n"))
    #expect(PEMDocument.documents(in: Array(text.utf8)) == [first, second])
    for nothing in ["", "words\n", "\0", "-----"] {
      #expect(PEMDocument.documents(in: Array(nothing.utf8)) == [])
    }
    let damaged = [
      String(text.dropLast(5)), text.replacing("AQID", with: "AQ!D"),
      text.replacing("END PRIVATE", with: "END PUBLIC"),
      text.replacing("AQID", with: "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\nAQID"),
    ]
    for damage in damaged { #expect(PEMDocument.documents(in: Array(damage.utf8)) == nil) }
  }

  @Test("a certificate cut or changed at any place is none, or has no valid signature")
  func damage() throws {
    let certificate = try Self.draft(try SigningKey()).signed()
    let der = try certificate.der()
    #expect(try Certificate(der: der)?.der() == der)
    #expect(Certificate(der: der + [0]) == nil)
    for end in stride(from: 0, to: der.count, by: 7) {
      #expect(Certificate(der: Array(der[..<end])) == nil)
    }
    #expect(certificate.isSigned(by: certificate))
    for place in der.indices {
      var changed = der
      changed[place] ^= 0x10
      guard let read = Certificate(der: changed) else { continue }
      #expect(!read.isSigned(by: certificate), "\(place)")
      _ = (read.alternativeNames, read.permittedNames, try? read.end())
    }
  }

  @Test("a key is read as it was written, and belongs to its own certificate alone")
  func keys() throws {
    let (key, other) = (try SigningKey(), try SigningKey())
    let certificate = try Self.draft(key).signed()
    let bytes = try key.pkcs8()
    #expect(certificate.belongs(to: try #require(SigningKey(pkcs8: bytes))))
    #expect(!certificate.belongs(to: other))
    for end in stride(from: 0, to: bytes.count, by: 5) {
      #expect(SigningKey(pkcs8: Array(bytes[..<end])) == nil)
    }
  }

  @Test("names come back as they were written, of every kind")
  func names() throws {
    let six = [0x20, 1, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [1]
    let names: [CertificateName] = [.host("a-b.local"), .address([10, 0, 0, 7]), .address(six)]
    let mask = [UInt8](repeating: 255, count: 4) + [UInt8](repeating: 0, count: 12)
    let ranges: [CertificateName] = [
      .host("a-b.local"), .address([10, 0, 0, 0, 255, 0, 0, 0]), .address(six + mask),
    ]
    var draft = Self.draft(try SigningKey())
    draft.extensions = [try .names(names), try .permits(ranges)]
    let certificate = try draft.signed()
    #expect(certificate.alternativeNames == names)
    #expect(certificate.permittedNames == ranges)
    let plain = try Self.draft(try SigningKey()).signed()
    #expect(plain.alternativeNames == nil)
    #expect(plain.permittedNames == nil)
  }

  @Test(
    "a host that could say more than a name is refused",
    arguments: ["", "a,DNS:b", "a b", "a\n", "@a", "a;b", "küche", "a:b"])
  func hosts(host: String) {
    #expect(throws: CryptographyError.self) { try CertificateExtension.names([.host(host)]) }
    #expect(throws: CryptographyError.self) { try CertificateExtension.permits([.host(host)]) }
  }

  @Test("an end is the second that was asked for", arguments: [0, 1_795_000_000, 2_600_000_000])
  func end(end: Int64) throws {
    let draft = CertificateDraft(
      subject: [("CN", String(repeating: "x", count: 100))], key: try SigningKey(),
      validity: 0...end, extensions: [])
    #expect(try draft.signed().end() == end)
  }

  private static func draft(_ key: SigningKey) -> CertificateDraft {
    CertificateDraft(
      subject: [("CN", "x")], key: key, validity: 0...1,
      extensions: [.authority, .ownKeyIdentifier])
  }
}
