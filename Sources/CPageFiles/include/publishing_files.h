#ifndef TL_PUBLISHING_FILES_H
#define TL_PUBLISHING_FILES_H

#include <stddef.h>

/* A file of Sources/Publishing/Templates or Sources/Publishing/Assets. */
struct tl_published_file {
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

/* NULL behind the last one. */
const struct tl_published_file *tl_published_file(size_t index);

#endif
