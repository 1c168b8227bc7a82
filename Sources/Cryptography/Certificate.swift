internal import CCrypto

/// An X.509 certificate.
package final class Certificate: Sendable {
  /// Nobody changes the certificate after it was made, and libcrypto lets several threads read one.
  nonisolated(unsafe) let handle: OpaquePointer

  /// Takes the handle over.
  init(owning handle: OpaquePointer) {
    self.handle = handle
  }

  /// Nil if the bytes are no certificate.
  package convenience init?(der bytes: [UInt8]) {
    let handle = object(of: bytes, { d2i_X509(nil, $0, $1) }) { X509_free($0) }
    guard let handle else { return nil }
    self.init(owning: handle)
  }

  deinit {
    X509_free(handle)
  }

  package func der() throws(CryptographyError) -> [UInt8] {
    try Cryptography.der { i2d_X509(handle, $0) }
  }

  /// In seconds since 1970: from then on it is not valid.
  package func end() throws(CryptographyError) -> Int64 {
    let epoch = try checked(ASN1_TIME_set(nil, 0))
    defer { ASN1_TIME_free(epoch) }
    var (days, seconds): (Int32, Int32) = (0, 0)
    try check(ASN1_TIME_diff(&days, &seconds, epoch, X509_get0_notAfter(handle)))
    return Int64(days) * 86_400 + Int64(seconds)
  }

  /// Whether it is for the public half of that key.
  package func belongs(to key: SigningKey) -> Bool {
    defer { ERR_clear_error() }
    return X509_check_private_key(handle, key.handle) == 1
  }

  /// Whether the key of the other one has signed it; nothing else is checked.
  package func isSigned(by issuer: Certificate) -> Bool {
    defer { ERR_clear_error() }
    guard let key = X509_get0_pubkey(issuer.handle) else { return false }
    return X509_verify(handle, key) == 1
  }

  /// What it names beside its subject; nil without such names.
  package var alternativeNames: [CertificateName]? {
    guard let found = X509_get_ext_d2i(handle, NID_subject_alt_name, nil, nil) else { return nil }
    let names = OpaquePointer(found)
    defer { GENERAL_NAMES_free(names) }
    return (0..<max(0, tl_name_count(names))).map { CertificateName(tl_name(names, $0)) }
  }

  /// What the certificates that it signs may name; nil if that is not limited.
  package var permittedNames: [CertificateName]? {
    guard let found = X509_get_ext_d2i(handle, NID_name_constraints, nil, nil) else { return nil }
    let constraints = found.assumingMemoryBound(to: NAME_CONSTRAINTS.self)
    defer { NAME_CONSTRAINTS_free(constraints) }
    return (0..<max(0, tl_permitted_count(constraints)))
      .map { CertificateName(tl_permitted_name(constraints, $0)) }
  }
}

/// A name in a certificate.
package enum CertificateName: Hashable, Sendable {
  case host(String)
  /// Of 4 or 16 bytes; where names are permitted, the mask follows, which has as many.
  case address([UInt8])
  /// Of a kind that nobody here asks for.
  case other

  fileprivate init(_ name: UnsafePointer<GENERAL_NAME>?) {
    var (kind, count): (Int32, Int32) = (0, 0)
    guard let name, let start = tl_name_bytes(name, &kind, &count) else {
      self = .other
      return
    }
    let bytes = Array(UnsafeBufferPointer(start: start, count: Int(count)))
    self = kind == GEN_DNS ? .host(String(decoding: bytes, as: UTF8.self)) : .address(bytes)
  }
}

/// A certificate that has not been signed yet.
package struct CertificateDraft: Sendable {
  /// The names of the subject: short names of fields, such as `CN`, with their values.
  package var subject: [(field: String, value: String)]
  /// Whose certificate it is.
  package var key: SigningKey
  /// In seconds since 1970: the first and the last moment of validity.
  package var validity: ClosedRange<Int64>
  package var extensions: [CertificateExtension]

  package init(
    subject: [(field: String, value: String)], key: SigningKey, validity: ClosedRange<Int64>,
    extensions: [CertificateExtension]
  ) {
    self.subject = subject
    self.key = key
    self.validity = validity
    self.extensions = extensions
  }

  /// Signs with ECDSA and SHA-256; the serial number is random.
  ///
  /// - Parameter issuer: nil for a certificate that signs itself.
  package func signed(
    by issuer: (certificate: Certificate, key: SigningKey)? = nil
  ) throws(CryptographyError) -> Certificate {
    let certificate = Certificate(owning: try checked(X509_new()))
    let handle = certificate.handle
    // Version 3, which has extensions.
    try check(X509_set_version(handle, 2))
    try setSerialNumber(of: handle)
    try setSubject(of: handle)
    let issuerHandle = issuer?.certificate.handle ?? handle
    try check(X509_set_issuer_name(handle, X509_get_subject_name(issuerHandle)))
    try set(validity.lowerBound, on: handle, X509_set1_notBefore)
    try set(validity.upperBound, on: handle, X509_set1_notAfter)
    try check(X509_set_pubkey(handle, key.handle))
    for value in extensions { try value.add(to: handle, issuer: issuerHandle) }
    // Returns the length of the signature.
    guard X509_sign(handle, (issuer?.key ?? key).handle, EVP_sha256()) > 0 else {
      throw CryptographyError()
    }
    return certificate
  }

  /// With 159 bits it has 20 bytes and is positive (RFC 5280, 4.1.2.2).
  private func setSerialNumber(of handle: OpaquePointer) throws(CryptographyError) {
    let number = try checked(BN_new())
    defer { BN_free(number) }
    try check(BN_rand(number, 159, BN_RAND_TOP_ANY, BN_RAND_BOTTOM_ANY))
    _ = try checked(BN_to_ASN1_INTEGER(number, X509_get_serialNumber(handle)))
  }

  private func setSubject(of handle: OpaquePointer) throws(CryptographyError) {
    let name = try checked(X509_NAME_new())
    defer { X509_NAME_free(name) }
    for (field, value) in subject {
      let bytes = Array(value.utf8)
      // Of a given type, so that no limit of 64 characters applies: the name of a host may be longer.
      try check(
        X509_NAME_add_entry_by_txt(
          name, field, V_ASN1_UTF8STRING, bytes, Int32(clamping: bytes.count), -1, 0))
    }
    try check(X509_set_subject_name(handle, name))
  }

  private func set(
    _ seconds: Int64, on handle: OpaquePointer,
    _ store: (OpaquePointer?, UnsafePointer<ASN1_TIME>?) -> Int32
  ) throws(CryptographyError) {
    let time = try checked(ASN1_TIME_set(nil, time_t(seconds)))
    defer { ASN1_TIME_free(time) }
    try check(store(handle, time))
  }
}

/// An extension of a certificate (RFC 5280, 4.2).
package struct CertificateExtension: Sendable {
  private let kind: Int32
  /// In the language of openssl's settings.
  private let value: String

  /// It may sign others, which may sign none.
  package static let authority = CertificateExtension(
    kind: NID_basic_constraints, value: "critical,CA:TRUE,pathlen:0")
  package static let noAuthority = CertificateExtension(
    kind: NID_basic_constraints, value: "critical,CA:FALSE")
  package static let signsCertificates = CertificateExtension(
    kind: NID_key_usage, value: "critical,keyCertSign,cRLSign")
  package static let signsData = CertificateExtension(
    kind: NID_key_usage, value: "critical,digitalSignature")
  package static let isServer = CertificateExtension(kind: NID_ext_key_usage, value: "serverAuth")
  package static let ownKeyIdentifier = CertificateExtension(
    kind: NID_subject_key_identifier, value: "hash")
  package static let issuersKeyIdentifier = CertificateExtension(
    kind: NID_authority_key_identifier, value: "keyid:always")

  /// What the certificate names beside its subject.
  package static func names(_ names: [CertificateName]) throws(CryptographyError) -> Self {
    let values = try names.map { name throws(CryptographyError) in try text(of: name) }
    return CertificateExtension(
      kind: NID_subject_alt_name, value: values.joined(separator: ","))
  }

  /// What certificates that it signs may name.
  package static func permits(_ names: [CertificateName]) throws(CryptographyError) -> Self {
    let values = try names.map { name throws(CryptographyError) in "permitted;\(try text(of: name))"
    }
    return CertificateExtension(
      kind: NID_name_constraints, value: (["critical"] + values).joined(separator: ","))
  }

  /// - Throws: for a host with other characters than those of host names, which could mean something in that language.
  private static func text(of name: CertificateName) throws(CryptographyError) -> String {
    switch name {
    case .host(let host):
      let isPlain = host.utf8.allSatisfy { byte in
        0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20 || byte == UInt8(ascii: "-")
          || byte == UInt8(ascii: ".")
      }
      guard isPlain, !host.isEmpty else { throw CryptographyError(reason: "\(host) is no host") }
      return "DNS:\(host)"
    case .address(let bytes) where [4, 16].contains(bytes.count):
      return "IP:\(text(of: bytes[...]))"
    case .address(let bytes) where [8, 32].contains(bytes.count):
      let half = bytes.count / 2
      return "IP:\(text(of: bytes[..<half]))/\(text(of: bytes[half...]))"
    default: throw CryptographyError(reason: "a name of a certificate has a wrong form")
    }
  }

  /// An address of 4 or 16 bytes.
  private static func text(of address: ArraySlice<UInt8>) -> String {
    if address.count == 4 { return address.map { "\($0)" }.joined(separator: ".") }
    let bytes = Array(address)
    return stride(from: 0, to: bytes.count, by: 2)
      .map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
      .joined(separator: ":")
  }

  fileprivate func add(
    to handle: OpaquePointer, issuer: OpaquePointer
  ) throws(CryptographyError) {
    var context = X509V3_CTX()
    X509V3_set_ctx(&context, issuer, handle, nil, nil, 0)
    let made = try checked(X509V3_EXT_nconf_nid(nil, &context, kind, value))
    defer { X509_EXTENSION_free(made) }
    try check(X509_add_ext(handle, made, -1))
  }
}
