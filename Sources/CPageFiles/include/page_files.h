#ifndef TL_PAGE_FILES_H
#define TL_PAGE_FILES_H

#include <stddef.h>

/* A file that is compiled into the program. */
struct tl_page_file {
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

/* Those of Sources/Page/Templates and Sources/Page/Assets, and docs/openapi.json; NULL behind the last one. */
const struct tl_page_file *tl_page_file(size_t index);

/* Those of Sources/Publishing/Templates and Sources/Publishing/Assets; NULL behind the last one. */
const struct tl_page_file *tl_published_file(size_t index);

#endif
