#ifndef TL_CZLIB_SHIM_H
#define TL_CZLIB_SHIM_H

#include <zlib.h>

/* Swift does not see macros that take arguments. */

static inline int tl_deflate_init(z_stream *stream, int level) {
  return deflateInit(stream, level);
}

/* 15 bits of window, and 16 for the frame of gzip. */
static inline int tl_gzip_init(z_stream *stream) {
  return deflateInit2(stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

/* Without a frame, as zip files hold it: a negative number of bits. */
static inline int tl_raw_deflate_init(z_stream *stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
}

static inline int tl_raw_inflate_init(z_stream *stream) {
  return inflateInit2(stream, -15);
}

#endif
