internal import Crypto
internal import Foundation
internal import SwiftASN1
internal import X509

/// A certificate with its key: the root that devices at home trust, or what a server shows them.
///
/// In one file, so that no crash comes between the two.
package struct HomeCertificate: Sendable {
  /// Both, as PEM.
  package let pem: String
  /// The certificate alone.
  package let der: [UInt8]
  /// In seconds since 1970; from then on it is not valid.
  package let end: Int64
  let certificate: Certificate
  let key: Certificate.PrivateKey

  /// Why no certificate can be made.
  package struct Problem: Error, CustomStringConvertible {
    let reason: String

    package var description: String { "no certificate can be made: \(reason)" }
  }

  /// Reads what `pem` wrote.
  ///
  /// - Returns: nil for anything else, also for a key of another certificate.
  package init?(pem bytes: [UInt8]) {
    guard
      let documents = try? PEMDocument.parseMultiple(
        pemString: String(decoding: bytes, as: UTF8.self)),
      documents.count == 2, let certificate = try? Certificate(pemDocument: documents[0]),
      let key = try? Certificate.PrivateKey(pemDocument: documents[1]),
      key.publicKey == certificate.publicKey
    else { return nil }
    try? self.init(certificate, key)
  }

  private init(_ certificate: Certificate, _ key: Certificate.PrivateKey) throws {
    let document = try certificate.serializeAsPEM()
    self.certificate = certificate
    self.key = key
    der = Array(document.derBytes)
    pem = "\(document.pemString)\n\(try key.serializeAsPEM().pemString)\n"
    end = Int64(certificate.notValidAfter.timeIntervalSince1970)
  }

  /// SHA-256 of the certificate, as systems show it: 32 pairs of hex digits.
  package var fingerprint: String {
    var pairs: [String] = []
    var digits = sha256Hex(der).uppercased()[...]
    while !digits.isEmpty {
      pairs.append(String(digits.prefix(2)))
      digits = digits.dropFirst(2)
    }
    return pairs.joined(separator: ":")
  }

  // MARK: - Making

  /// In seconds: ten years.
  package static let rootLifetime: Int64 = 3652 * 86_400
  /// In seconds: 397 days, which all browsers accept.
  package static let serverLifetime: Int64 = 397 * 86_400
  /// In seconds: the clock of a device may be that much behind.
  package static let slack: Int64 = 3_600

  /// Makes a root that can vouch for one name and for private addresses, and for nothing else.
  ///
  /// - Parameters:
  ///   - host: such as `kitchen.local`.
  ///   - now: in seconds since 1970.
  package static func root(for host: String, now: Int64) throws(Problem) -> HomeCertificate {
    try making { () throws in
      let key = P256.Signing.PrivateKey()
      let identifier = SubjectKeyIdentifier(hash: Certificate.PublicKey(key.publicKey))
      let name = try DistinguishedName {
        CommonName("tl on \(host)")
        OrganizationName("tl")
      }
      let extensions = try Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
        Critical(KeyUsage(keyCertSign: true, cRLSign: true))
        identifier
        Critical(
          NameConstraints(
            permittedDNSDomains: [host],
            permittedIPRanges: NameConstraints.IPRanges(
              HomeAddress.ranges.map { ASN1OctetString(contentBytes: ($0.bytes + $0.mask)[...]) })))
      }
      return try signed(
        key, name, extensions, from: now - slack, for: rootLifetime,
        by: Certificate.PrivateKey(key),
        named: name)
    }
  }

  /// Makes what a server shows; ends no later than the root.
  ///
  /// - Parameter now: in seconds since 1970.
  package static func server(
    for names: HomeNames, by root: HomeCertificate, now: Int64
  ) throws(Problem) -> HomeCertificate {
    try making { () throws in
      let key = P256.Signing.PrivateKey()
      let extensions = try Certificate.Extensions {
        Critical(BasicConstraints.notCertificateAuthority)
        Critical(KeyUsage(digitalSignature: true))
        try ExtendedKeyUsage([.serverAuth])
        SubjectAlternativeNames(generalNames(of: names))
        SubjectKeyIdentifier(hash: Certificate.PublicKey(key.publicKey))
        AuthorityKeyIdentifier(
          keyIdentifier: try root.certificate.extensions.subjectKeyIdentifier?.keyIdentifier)
      }
      let name = try DistinguishedName { CommonName(names.host) }
      return try signed(
        key, name, extensions, from: now - slack, for: min(serverLifetime, root.end - now + slack),
        by: root.key, named: root.certificate.subject)
    }
  }

  private static func generalNames(of names: HomeNames) -> [GeneralName] {
    [.dnsName(names.host)]
      + names.addresses.map { .ipAddress(ASN1OctetString(contentBytes: $0.bytes[...])) }
  }

  /// - Parameters:
  ///   - start: in seconds since 1970.
  ///   - lifetime: in seconds.
  private static func signed(
    _ key: P256.Signing.PrivateKey, _ subject: DistinguishedName,
    _ extensions: Certificate.Extensions, from start: Int64, for lifetime: Int64,
    by issuerKey: Certificate.PrivateKey, named issuer: DistinguishedName
  ) throws -> HomeCertificate {
    let certificate = try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(),
      publicKey: Certificate.PublicKey(key.publicKey),
      notValidBefore: Date(timeIntervalSince1970: Double(start)),
      notValidAfter: Date(timeIntervalSince1970: Double(start + lifetime)), issuer: issuer,
      subject: subject, signatureAlgorithm: .ecdsaWithSHA256, extensions: extensions,
      issuerPrivateKey: issuerKey)
    return try HomeCertificate(certificate, Certificate.PrivateKey(key))
  }

  private static func making(
    _ make: () throws -> HomeCertificate
  ) throws(Problem) -> HomeCertificate {
    do { return try make() } catch { throw Problem(reason: "\(error)") }
  }

  // MARK: - Comparing

  /// Whether it is a root for that name.
  func isRoot(for host: String) -> Bool {
    let constraints = try? certificate.extensions.nameConstraints
    return constraints.map { Array($0.permittedDNSDomains) == [host] } ?? false
  }

  /// Whether it names what the machine is found by, and nothing else.
  func names(_ names: HomeNames) -> Bool {
    let found = try? certificate.extensions.subjectAlternativeNames
    return found.map { Set($0) == Set(Self.generalNames(of: names)) } ?? false
  }

  func isSigned(by root: HomeCertificate) -> Bool {
    root.certificate.publicKey.isValidSignature(certificate.signature, for: certificate)
  }
}
