internal import CCrypto

/// A private key on the curve P-256, or another one that was read.
package final class SigningKey: Sendable {
  /// Nobody changes the key after it was made, and libcrypto lets several threads use one.
  nonisolated(unsafe) let handle: OpaquePointer

  /// Makes a key.
  package init() throws(CryptographyError) {
    let context = try checked(EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil))
    defer { EVP_PKEY_CTX_free(context) }
    try check(EVP_PKEY_keygen_init(context))
    try check(EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1))
    var key: OpaquePointer?
    try check(EVP_PKEY_generate(context, &key))
    handle = try checked(key)
  }

  /// Nil if the bytes are no key in PKCS#8 without a password.
  package init?(pkcs8 bytes: [UInt8]) {
    let document = object(of: bytes, { d2i_PKCS8_PRIV_KEY_INFO(nil, $0, $1) }) {
      PKCS8_PRIV_KEY_INFO_free($0)
    }
    guard let document else { return nil }
    defer { PKCS8_PRIV_KEY_INFO_free(document) }
    guard let key = EVP_PKCS82PKEY(document) else {
      ERR_clear_error()
      return nil
    }
    handle = key
  }

  deinit {
    EVP_PKEY_free(handle)
  }

  /// As `init(pkcs8:)` reads it.
  package func pkcs8() throws(CryptographyError) -> [UInt8] {
    let document = try checked(EVP_PKEY2PKCS8(handle))
    defer { PKCS8_PRIV_KEY_INFO_free(document) }
    return try der { i2d_PKCS8_PRIV_KEY_INFO(document, $0) }
  }
}
