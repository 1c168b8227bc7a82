import Cryptography
import TLS
import TestSupport

/// A certificate that vouches for itself, and its key.
struct TestIdentity {
  let certificate: PEMDocument
  let key: String

  static let now: Int64 = 1_795_000_000

  init(_ names: [CertificateName]) throws {
    let key = try SigningKey()
    let draft = CertificateDraft(
      subject: [("CN", "kitchen.local")], key: key, validity: 0...4_000_000_000,
      extensions: [.authority, try .names(names)])
    certificate = PEMDocument("CERTIFICATE", try draft.signed().der())
    self.key = try PEMDocument("PRIVATE KEY", key.pkcs8()).text()
  }

  func server() throws -> TLSContext {
    try TLSContext(certificate: Array(certificate.text().utf8), key: Array(key.utf8))
  }

  func client() throws -> TLSContext {
    try TLSContext(trusting: .certificates([certificate]))
  }
}
