#ifndef TL_CGIT2_SHIM_H
#define TL_CGIT2_SHIM_H

#include <git2.h>
#include <git2/sys/credential.h>
#include <git2/sys/mempack.h>
#include <git2/sys/odb_backend.h>
#include <git2/sys/stream.h>
#include <git2/sys/transport.h>

/* Swift cannot call functions with a variable number of arguments. */

static inline int tl_git_set_option(int option, int value) {
  return git_libgit2_opts(option, value);
}

static inline int tl_git_set_search_path(int level, const char *path) {
  return git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, level, path);
}

static inline int tl_git_get_search_path(int level, git_buf *path) {
  return git_libgit2_opts(GIT_OPT_GET_SEARCH_PATH, level, path);
}

static inline int tl_git_set_certificates(const char *file, const char *folder) {
  return git_libgit2_opts(GIT_OPT_SET_SSL_CERT_LOCATIONS, file, folder);
}

static inline int tl_git_set_extensions(char **names, size_t count) {
  return git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, names, count);
}

static inline void tl_git_set_error(int kind, const char *message) {
  git_error_set_str(kind, message);
}

/* A transport of one's own: what libgit2 calls, and behind it the object that answers. */

typedef struct {
  git_smart_subtransport parent;
  void *context;
} tl_git_subtransport;

typedef struct {
  git_smart_subtransport_stream parent;
  void *context;
} tl_git_stream;

/* The same for what http and https go over. */

typedef struct {
  git_stream parent;
  void *context;
} tl_git_socket;

#endif
