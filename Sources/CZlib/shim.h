#ifndef TL_CZLIB_SHIM_H
#define TL_CZLIB_SHIM_H

#include <zlib.h>

/* Swift does not see macros that take arguments. */

static inline int tl_deflate_init(z_stream *stream, int level) {
  return deflateInit(stream, level);
}

#endif
