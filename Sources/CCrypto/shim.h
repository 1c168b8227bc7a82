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

#endif
