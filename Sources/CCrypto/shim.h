#ifndef TL_CCRYPTO_SHIM_H
#define TL_CCRYPTO_SHIM_H

/* The plain functions of SHA-256 are among the deprecated ones; SHA256.swift says why it takes them. */
#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

/* Swift does not see macros that take arguments, and some structures are opaque in later versions. */

static inline void tl_crypto_free(void *bytes) { OPENSSL_free(bytes); }

static inline int tl_name_count(const GENERAL_NAMES *names) {
  return sk_GENERAL_NAME_num(names);
}

static inline const GENERAL_NAME *tl_name(const GENERAL_NAMES *names, int index) {
  return sk_GENERAL_NAME_value(names, index);
}

static inline int tl_permitted_count(const NAME_CONSTRAINTS *constraints) {
  return constraints->permittedSubtrees ? sk_GENERAL_SUBTREE_num(constraints->permittedSubtrees) : 0;
}

static inline const GENERAL_NAME *tl_permitted_name(const NAME_CONSTRAINTS *constraints, int index) {
  return sk_GENERAL_SUBTREE_value(constraints->permittedSubtrees, index)->base;
}

/* Sets `type` to GEN_DNS or GEN_IPADD; returns NULL for a name of any other kind. */
static inline const unsigned char *tl_name_bytes(const GENERAL_NAME *name, int *type, int *count) {
  const ASN1_STRING *value = (const ASN1_STRING *)GENERAL_NAME_get0_value(name, type);
  if (value == NULL || (*type != GEN_DNS && *type != GEN_IPADD)) return NULL;
  *count = ASN1_STRING_length(value);
  return ASN1_STRING_get0_data(value);
}

/* The settings of all connections: TLS 1.2 at least, no session goes on in another connection, no memory for idle
   ones. */
static inline int tl_tls_set_up(SSL_CTX *context, const char *ciphers) {
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_TICKET);
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) &&
         SSL_CTX_set_cipher_list(context, ciphers) &&
         SSL_CTX_set_num_tickets(context, 0);
}

static inline int tl_tls_add_to_chain(SSL_CTX *context, X509 *certificate) {
  return (int)SSL_CTX_add1_chain_cert(context, certificate);
}

/* Asks for a host by its name, and accepts only a certificate that has it among its alternative names (RFC 9525). */
static inline int tl_tls_set_host(SSL *connection, const char *host) {
  X509_VERIFY_PARAM_set_hostflags(SSL_get0_param(connection),
                                  X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS | X509_CHECK_FLAG_NEVER_CHECK_SUBJECT);
  return SSL_set_tlsext_host_name(connection, host) &&
         X509_VERIFY_PARAM_set1_host(SSL_get0_param(connection), host, 0);
}

#endif
