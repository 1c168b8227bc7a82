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
