/* Stands in for the Kerberos library where libgit2 comes as an archive: that has no archive of its
   own, and loading it would cost every start as much as tl itself. libgit2 asks for it when a server
   on the web wants Kerberos, which tl leaves to the git program; here it is told that there is none.
   Signatures: RFC 2744. */

#define UNAVAILABLE (16u << 16) /* GSS_S_UNAVAILABLE */

typedef unsigned int OM_uint32;

void *GSS_C_NT_HOSTBASED_SERVICE;

OM_uint32 gss_indicate_mechs(OM_uint32 *minor, void **mechanisms) {
  *minor = 0;
  *mechanisms = 0;
  return UNAVAILABLE;
}

OM_uint32 gss_import_name(OM_uint32 *minor, void *text, void *type, void **name) {
  (void)text, (void)type;
  *minor = 0;
  *name = 0;
  return UNAVAILABLE;
}

OM_uint32 gss_init_sec_context(
    OM_uint32 *minor, void *credentials, void **context, void *target, void *mechanism,
    OM_uint32 flags, OM_uint32 time, void *bindings, void *input, void **actual_mechanism,
    void *output, OM_uint32 *actual_flags, OM_uint32 *actual_time) {
  (void)credentials, (void)context, (void)target, (void)mechanism, (void)flags, (void)time;
  (void)bindings, (void)input, (void)actual_mechanism, (void)output, (void)actual_flags;
  (void)actual_time;
  *minor = 0;
  return UNAVAILABLE;
}

OM_uint32 gss_delete_sec_context(OM_uint32 *minor, void **context, void *output) {
  (void)context, (void)output;
  *minor = 0;
  return 0;
}

OM_uint32 gss_display_status(
    OM_uint32 *minor, OM_uint32 status, int kind, void *mechanism, OM_uint32 *more, void *text) {
  (void)status, (void)kind, (void)mechanism, (void)text;
  *minor = 0;
  *more = 0;
  return UNAVAILABLE;
}

OM_uint32 gss_release_buffer(OM_uint32 *minor, void *buffer) {
  (void)buffer;
  *minor = 0;
  return 0;
}

OM_uint32 gss_release_name(OM_uint32 *minor, void **name) {
  *minor = 0;
  *name = 0;
  return 0;
}

OM_uint32 gss_release_oid_set(OM_uint32 *minor, void **set) {
  *minor = 0;
  *set = 0;
  return 0;
}
