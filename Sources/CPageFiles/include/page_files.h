#ifndef TL_PAGE_FILES_H
#define TL_PAGE_FILES_H

#include <stddef.h>

/* A file of Sources/Page/Templates or Sources/Page/Assets, or docs/openapi.json. */
struct tl_page_file {
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

/* NULL behind the last one. */
const struct tl_page_file *tl_page_file(size_t index);

#endif
