#ifndef TL_CCMARK_SHIM_H
#define TL_CCMARK_SHIM_H

#include <stdlib.h>
#include <string.h>

#include <cmark-gfm.h>
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm-core-extensions.h>

/* The types of the extensions' nodes are variables that are set at run time, which Swift takes for shared mutable
   state; their names are constants. */

static inline bool tl_cmark_has_type(cmark_node *node, const char *name) {
  return strcmp(cmark_node_get_type_string(node), name) == 0;
}

#endif
